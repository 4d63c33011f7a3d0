#include "sort/problem/instance.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sort/library/arrays.hpp"
#include "sort/library/order.hpp"
#include "sort/problem/arguments.hpp"
#include "sort/problem/judgement.hpp"
#include "sort/problem/workload.hpp"

namespace sorting {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::elements;
using assay::sdk::find_tensor;

void require_memory(const Arguments& arguments) {
  const auto memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (static_cast<double>(arguments.bytes()) <= memory) return;
  throw assay::sdk::Error(
      ASSAY_OUT_OF_MEMORY,
      fmt::format("{} arrays of length {} with payloads of {} bytes take {} bytes before and after "
                  "sorting, but this machine has {:.0f}: reduce arrays or length",
                  arguments.arrays, arguments.length, arguments.payload_bytes, arguments.bytes(),
                  memory));
}

// Counts the distinct keys of each array, by their bits, and returns the sum over all arrays.
std::uint64_t count_distinct(std::span<const float> keys, std::span<const std::uint64_t> offsets) {
  const auto arrays = static_cast<std::int64_t>(offsets.size()) - 1;
  std::uint64_t distinct = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : distinct)
  for (std::int64_t array = 0; array < arrays; ++array) {
    const std::uint64_t first = offsets[static_cast<std::size_t>(array)];
    const std::uint64_t end = offsets[static_cast<std::size_t>(array) + 1];
    std::vector<std::uint32_t> ranks;
    ranks.reserve(end - first);
    for (std::uint64_t at = first; at < end; ++at) ranks.push_back(rank_of(keys[at]));
    std::ranges::sort(ranks);
    const auto end_of_distinct = std::unique(ranks.begin(), ranks.end());
    distinct += static_cast<std::uint64_t>(end_of_distinct - ranks.begin());
  }
  return distinct;
}

// The check of sorted pairs. Borrows keys and offsets.
template <class Payload>
class PairsCheck final : public assay::sdk::Check {
 public:
  PairsCheck(std::span<const float> keys, std::span<const std::uint64_t> offsets, bool stable)
      : keys_(keys), offsets_(offsets), stable_(stable) {}

  assay::sdk::Finding check(std::span<const assay_tensor> outputs) override {
    const auto sorted_keys = elements<const float>(find_tensor(outputs, "sorted_keys"));
    const auto sorted_payloads = elements<const Payload>(find_tensor(outputs, "sorted_payloads"));
    return judge(Sorted<Payload>{keys_, sorted_keys, sorted_payloads, offsets_}, stable_);
  }

 private:
  std::span<const float> keys_;
  std::span<const std::uint64_t> offsets_;
  bool stable_;
};

template <class Payload>
class PairsInstance final : public assay::sdk::Instance {
 public:
  explicit PairsInstance(const Arguments& arguments)
      : stable_(arguments.stable),
        offsets_(make_offsets(arguments)),
        keys_(make_keys(arguments, offsets_)),
        payloads_(make_payloads<Payload>(offsets_)) {
    const auto total = static_cast<std::int64_t>(keys_.size());
    const auto ends = static_cast<std::int64_t>(offsets_.size());
    inputs_ = {dense_tensor("keys", {total}, keys_.data()),
               dense_tensor("payloads", {total}, payloads_.data()),
               dense_tensor("offsets", {ends}, offsets_.data())};
    outputs_ = {dense_tensor<float>("sorted_keys", {total}, nullptr),
                dense_tensor<Payload>("sorted_payloads", {total}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // Each pair is read and written once.
  [[nodiscard]] assay_work work() const override {
    const auto pair = static_cast<double>(sizeof(float) + sizeof(Payload));
    return {
        .flops = 0, .bytes = 2 * pair * static_cast<double>(keys_.size()), .element = ASSAY_F32};
  }

  [[nodiscard]] std::vector<assay::sdk::Fact> facts() const override {
    const Offsets offsets(offsets_, keys_.size());
    const auto total = static_cast<double>(keys_.size());
    const auto arrays = static_cast<double>(offsets.arrays());
    return {{"arrays", arrays},
            {"total_pairs", total},
            {"average_length", total / arrays},
            {"shortest_array", static_cast<double>(offsets.shortest())},
            {"longest_array", static_cast<double>(offsets.longest())},
            {"distinct_share", static_cast<double>(count_distinct(keys_, offsets_)) / total}};
  }

  assay::sdk::Finding check(std::span<const assay_tensor> outputs) override {
    return PairsCheck<Payload>(keys_, offsets_, stable_).check(outputs);
  }

 private:
  bool stable_;
  std::vector<std::uint64_t> offsets_;
  std::vector<float> keys_;
  std::vector<Payload> payloads_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_pairs(const assay::sdk::Host& /*host*/,
                                                   const assay::sdk::Bindings& bound) {
  const Arguments arguments(bound);
  require_memory(arguments);
  if (arguments.payload_bytes == 4)
    return std::make_unique<PairsInstance<std::uint32_t>>(arguments);
  return std::make_unique<PairsInstance<std::uint64_t>>(arguments);
}

std::unique_ptr<assay::sdk::Check> restore_pairs_check(const assay::sdk::Host& /*host*/,
                                                       const assay::sdk::Bindings& bound,
                                                       const assay::sdk::SavedCheck& saved) {
  const Arguments arguments(bound);
  const auto keys = elements<const float>(find_tensor(saved.inputs, "keys"));
  const auto offsets = elements<const std::uint64_t>(find_tensor(saved.inputs, "offsets"));
  if (arguments.payload_bytes == 4) {
    return std::make_unique<PairsCheck<std::uint32_t>>(keys, offsets, arguments.stable);
  }
  return std::make_unique<PairsCheck<std::uint64_t>>(keys, offsets, arguments.stable);
}

}  // namespace sorting
