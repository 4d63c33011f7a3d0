// The variant composite.cub: one cub::DeviceRadixSort of all pairs, by the number of their array
// and then by key.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sort/cub/sorts.hpp"
#include "sort/cub/variants.hpp"
#include "sort/library/device_pairs.hpp"

namespace sorting::cub_peers {
namespace {

namespace sdk = assay::sdk;

template <class Payload>
class CompositeCub final : public sdk::Trial {
 public:
  explicit CompositeCub(const sdk::Task& task)
      : host_(task.host()),
        pairs_(host_, task),
        bits_(32 + static_cast<int>(std::bit_width(pairs_.arrays() > 0 ? pairs_.arrays() - 1 : 0))),
        composites_(host_, pairs_.keys.size()),
        sorted_(host_, pairs_.keys.size()),
        storage_(host_,
                 std::max<std::size_t>(radix_storage<std::uint64_t, Payload>(pairs_.total()), 1)) {
    host_.trial_fact("temporary_bytes", static_cast<double>(storage_.size()), "B");
    host_.trial_fact("sorted_bits", bits_);
  }

  void run() override {
    const sdk::Phase phase(host_, "kernel");
    if (pairs_.total() == 0) return;
    sdk::native_work(host_, nullptr, [&](void* stream) { enqueue(stream); });
  }
  void outputs() override { pairs_.download(); }

 private:
  void enqueue(void* stream) {
    std::uint64_t* const composites = sdk::device_pointer(host_, composites_);
    std::uint64_t* const sorted = sdk::device_pointer(host_, sorted_);
    to_composites(sdk::device_pointer(host_, pairs_.unsorted_keys),
                  sdk::device_pointer(host_, pairs_.offsets), pairs_.arrays(), composites,
                  pairs_.total(), stream);
    radix_sort<std::uint64_t, Payload>(
        {sdk::device_pointer(host_, storage_), storage_.size()},
        {composites, payloads(pairs_.unsorted_payloads), sorted, payloads(pairs_.payloads)},
        pairs_.total(), stream, bits_);
    to_keys(sorted, sdk::device_pointer(host_, pairs_.keys), pairs_.total(), stream);
  }
  [[nodiscard]] Payload* payloads(const sdk::Buffer<std::byte>& bytes) const {
    return reinterpret_cast<Payload*>(sdk::device_pointer(host_, bytes));
  }

  sdk::Host host_;
  DevicePairs pairs_;
  int bits_;  // bits of a composite in which any two may differ
  sdk::Buffer<std::uint64_t> composites_;
  sdk::Buffer<std::uint64_t> sorted_;
  sdk::Buffer<std::byte> storage_;
};

std::unique_ptr<sdk::Trial> prepare(const sdk::Task& task) {
  if (payload_bytes(task.input("payloads")) == 4) {
    return std::make_unique<CompositeCub<std::uint32_t>>(task);
  }
  return std::make_unique<CompositeCub<std::uint64_t>>(task);
}

}  // namespace

sdk::VariantDescription composite_cub() {
  return {.name = "composite.cub",
          .problem = "sort/pairs",
          .doc =
              "One cub::DeviceRadixSort::SortPairs of all pairs by 64-bit integers that have the "
              "array's number above the key's rank, sorting only the bits in use; stable.",
          .backend = ASSAY_CUDA,
          .constraints = {{"arrays <= 4294967296", "an array's number has 32 bits"}},
          .prepare = prepare};
}

}  // namespace sorting::cub_peers
