#include "sort/accelerator/pairs_on_device.hpp"

#include <algorithm>
#include <span>

#include "kernels.hpp"

namespace sorting::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t group_size = 64;

std::span<std::byte> bytes_of(const assay_tensor& payloads) {
  if (payload_bytes(payloads) == 4) {
    return std::as_writable_bytes(sdk::elements<std::uint32_t>(payloads));
  }
  return std::as_writable_bytes(sdk::elements<std::uint64_t>(payloads));
}

// Devices have no empty memory, and words are copied.
template <class T>
sdk::Buffer<T> buffer_of(const sdk::Host& host, std::span<const T> values) {
  sdk::Buffer<T> buffer(host, std::max<std::size_t>(values.size(), 8));
  if (!values.empty()) buffer.write(values);
  return buffer;
}

void require_shapes(const sdk::Task& task) {
  if (payload_bytes(task.input("payloads")) == 4) {
    static_cast<void>(Arrays<std::uint32_t>(task));
  } else {
    static_cast<void>(Arrays<std::uint64_t>(task));
  }
}

}  // namespace

PairsOnDevice::PairsOnDevice(const Device& device, const sdk::Task& task)
    : arrays(static_cast<std::size_t>(sdk::element_count(task.input("offsets"))) - 1),
      payload_bytes_(sorting::payload_bytes(task.input("payloads"))),
      sorted_keys_(sdk::elements<float>(task.output("sorted_keys"))),
      sorted_payloads_(bytes_of(task.output("sorted_payloads"))) {
  require_shapes(task);
  unsorted_keys_ = buffer_of<float>(device.host, sdk::elements<const float>(task.input("keys")));
  unsorted_payloads = buffer_of<std::byte>(device.host, bytes_of(task.input("payloads")));
  offsets = buffer_of<std::uint64_t>(device.host,
                                     sdk::elements<const std::uint64_t>(task.input("offsets")));
  keys = {device.host, unsorted_keys_.size()};
  payloads = {device.host, unsorted_payloads.size()};
  copy_words_ = build(device).kernel("copy_words");
}

sdk::Program PairsOnDevice::build(const Device& device) {
  return accelerator::build(device, kernels::copy_kernel,
                            common_options(device.backend, group_size));
}

template <class T>
void PairsOnDevice::copy(const sdk::Buffer<T>& from, const sdk::Buffer<T>& to) const {
  const std::uint64_t words = from.size() * sizeof(T) / 4;
  if (words == 0) return;
  copy_words_.launch<1>({groups_for(words, group_size) * group_size}, {group_size}, from, words,
                        to);
}

void PairsOnDevice::restore() const {
  copy(unsorted_keys_, keys);
  copy(unsorted_payloads, payloads);
}

void PairsOnDevice::download() const {
  if (sorted_keys_.empty()) return;
  keys.read(sorted_keys_);
  payloads.read(sorted_payloads_);
}

}  // namespace sorting::accelerator
