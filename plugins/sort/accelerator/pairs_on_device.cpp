#include "sort/accelerator/pairs_on_device.hpp"

namespace sorting::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t group_size = 64;

}  // namespace

PairsOnDevice::PairsOnDevice(const Device& device, const sdk::Task& task)
    : DevicePairs(device.host, task), copy_words_(build(device).kernel("copy_words")) {}

sdk::Program PairsOnDevice::build(const Device& device) {
  return sdk::build(device.host, "copy.kernel",
                    sdk::dialect_options(device.backend).define("WORK_GROUP_SIZE", group_size));
}

template <class T>
void PairsOnDevice::copy(const sdk::Buffer<T>& from, const sdk::Buffer<T>& to) const {
  const std::uint64_t words = from.size() * sizeof(T) / 4;
  if (words == 0) return;
  copy_words_.launch<1>({rounded_up(words, group_size)}, {group_size}, from, words, to);
}

void PairsOnDevice::restore() const {
  copy(unsorted_keys, keys);
  copy(unsorted_payloads, payloads);
}

}  // namespace sorting::accelerator
