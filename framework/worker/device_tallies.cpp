#include "framework/worker/device_tallies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/core/digest.hpp"
#include "framework/worker/element_tolerances.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

bool is_dense(const assay_tensor& tensor) {
  std::int64_t runs = 0;
  for_each_run(tensor, [&](const std::byte*, std::int64_t, std::int64_t) { ++runs; });
  return runs <= 1;
}

bool is_comparable(const assay_tensor& output, const assay_tensor& reference,
                   const assay_tensor* tolerances) {
  const auto is_alike = [&](const assay_tensor& tensor) {
    return tensor.element == output.element && same_shape(output, tensor) && is_dense(tensor);
  };
  return is_floating(output.element) && is_alike(output) && is_alike(reference) &&
         (tolerances == nullptr || is_alike(*tolerances));
}

// The device that has all of an output in one buffer of its own memory; nullptr if none has.
const CopiedRange* place_of(const assay_tensor& output, const std::vector<CopiedRange>& places) {
  const auto memory = memory_of(output);
  const auto found = std::ranges::find_if(places, [&](const CopiedRange& place) {
    return place.host <= memory.data() &&
           place.host + place.bytes >= memory.data() + memory.size() &&
           !place.device->description().on_host_cores;
  });
  return found == places.end() ? nullptr : &*found;
}

// A reference or its tolerances on a device, taken from what is kept there or copied anew, and kept
// once they were used.
class CopyOnDevice {
 public:
  // Throws DeviceError where the device has no room.
  CopyOnDevice(device::Accelerator& device, std::span<const std::byte> original, KeptInputs& kept)
      : device_(device), original_(original), kept_(kept) {
    auto copy = kept.take(device, original.data(), original.size());
    // A copy that no longer has its digest was written to by a kernel.
    if (copy && digest_of(*copy->buffer) == copy->digest) {
      copy_ = *std::move(copy);
      return;
    }
    copy_.buffer = device.create_buffer(original.size());
    device.write(nullptr, *copy_.buffer, 0, original.data(), original.size());
    copy_.digest = digest_of(*copy_.buffer);
  }
  ~CopyOnDevice() { kept_.give_back(device_, original_.data(), std::move(copy_)); }
  CopyOnDevice(const CopyOnDevice&) = delete;
  CopyOnDevice& operator=(const CopyOnDevice&) = delete;

  [[nodiscard]] device::Buffer& buffer() const { return *copy_.buffer; }

 private:
  [[nodiscard]] std::uint64_t digest_of(device::Buffer& buffer) const {
    return device_.digest(buffer, 0, original_.size(), kept_.seed());
  }

  device::Accelerator& device_;
  std::span<const std::byte> original_;
  KeptInputs& kept_;
  KeptInputs::Copy copy_;
};

std::optional<Tally> tally_on_device(const assay_tensor& output,
                                     const assay_expectation& expectation,
                                     const assay_tensor* tolerances, const CopiedRange& place,
                                     KeptInputs& kept) try {
  const auto memory = memory_of(output);
  const CopyOnDevice reference(*place.device, memory_of(expectation.reference), kept);
  std::optional<CopyOnDevice> own;
  if (tolerances != nullptr) own.emplace(*place.device, memory_of(*tolerances), kept);
  const auto offset = place.offset + static_cast<std::size_t>(memory.data() - place.host);
  const auto found = place.device->compare(
      {place.buffer, offset, &reference.buffer(), static_cast<std::size_t>(element_count(output)),
       output.element, expectation.absolute, expectation.relative, own ? &own->buffer() : nullptr});
  if (!found || found->beyond > 0) return std::nullopt;
  Tally tally;
  tally.worst.error = found->error;
  tally.deviation = found->deviation;
  tally.magnitude = found->magnitude;
  tally.fine = static_cast<std::int64_t>(found->fine);
  tally.rounded = static_cast<std::int64_t>(found->rounded);
  return tally;
} catch (const device::DeviceError& error) {
  if (error.status() == ASSAY_OUT_OF_MEMORY) return std::nullopt;
  throw;
}

}  // namespace

std::optional<std::vector<Tally>> tallies_on_devices(
    std::span<const assay_tensor> outputs, std::span<const assay_expectation> expectations,
    std::span<const assay_tensor> tolerances, const std::vector<CopiedRange>& places,
    KeptInputs& kept) {
  if (outputs.size() != expectations.size()) return std::nullopt;
  std::vector<Tally> tallies;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    tallies.emplace_back();
    const bool is_ignored = std::isinf(expectations[k].absolute);
    if (is_ignored || element_count(outputs[k]) == 0) continue;
    const CopiedRange* const place = place_of(outputs[k], places);
    const assay_tensor* const own = tolerances_of(k, tolerances);
    if (place == nullptr || !is_comparable(outputs[k], expectations[k].reference, own)) {
      return std::nullopt;
    }
    const auto tally = tally_on_device(outputs[k], expectations[k], own, *place, kept);
    if (!tally) return std::nullopt;
    tallies.back() = *tally;
  }
  return tallies;
}

}  // namespace assay
