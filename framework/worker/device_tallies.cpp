#include "framework/worker/device_tallies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/core/digest.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

bool is_dense(const assay_tensor& tensor) {
  std::int64_t runs = 0;
  for_each_run(tensor, [&](const std::byte*, std::int64_t, std::int64_t) { ++runs; });
  return runs <= 1;
}

bool is_comparable(const assay_tensor& output, const assay_tensor& reference) {
  const bool is_number = output.element == ASSAY_F32 || output.element == ASSAY_F64;
  return is_number && output.element == reference.element && same_shape(output, reference) &&
         is_dense(output) && is_dense(reference);
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

// A reference on a device, taken from what is kept there or copied anew, and kept once it was used.
class ReferenceOnDevice {
 public:
  // Throws DeviceError where the device has no room.
  ReferenceOnDevice(device::Accelerator& device, std::span<const std::byte> reference,
                    KeptInputs& kept)
      : device_(device), reference_(reference), kept_(kept) {
    auto copy = kept.take(device, reference.data(), reference.size());
    // A copy that no longer has its digest was written to by a kernel.
    if (copy && digest_of(*copy->buffer) == copy->digest) {
      copy_ = *std::move(copy);
      return;
    }
    copy_.buffer = device.create_buffer(reference.size());
    device.write(nullptr, *copy_.buffer, 0, reference.data(), reference.size());
    copy_.digest = digest_of(*copy_.buffer);
  }
  ~ReferenceOnDevice() { kept_.give_back(device_, reference_.data(), std::move(copy_)); }
  ReferenceOnDevice(const ReferenceOnDevice&) = delete;
  ReferenceOnDevice& operator=(const ReferenceOnDevice&) = delete;

  [[nodiscard]] device::Buffer& buffer() const { return *copy_.buffer; }

 private:
  [[nodiscard]] std::uint64_t digest_of(device::Buffer& buffer) const {
    return device_.digest(buffer, 0, reference_.size(), kept_.seed());
  }

  device::Accelerator& device_;
  std::span<const std::byte> reference_;
  KeptInputs& kept_;
  KeptInputs::Copy copy_;
};

std::optional<Tally> tally_on_device(const assay_tensor& output,
                                     const assay_expectation& expectation, const CopiedRange& place,
                                     KeptInputs& kept) try {
  const auto memory = memory_of(output);
  const ReferenceOnDevice reference(*place.device, memory_of(expectation.reference), kept);
  const auto offset = place.offset + static_cast<std::size_t>(memory.data() - place.host);
  const auto found = place.device->compare(
      {place.buffer, offset, &reference.buffer(), static_cast<std::size_t>(element_count(output)),
       output.element, expectation.absolute, expectation.relative});
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
    const std::vector<CopiedRange>& places, KeptInputs& kept) {
  if (outputs.size() != expectations.size()) return std::nullopt;
  std::vector<Tally> tallies;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    tallies.emplace_back();
    const bool is_ignored = std::isinf(expectations[k].absolute);
    if (is_ignored || element_count(outputs[k]) == 0) continue;
    const CopiedRange* const place = place_of(outputs[k], places);
    if (place == nullptr || !is_comparable(outputs[k], expectations[k].reference)) {
      return std::nullopt;
    }
    const auto tally = tally_on_device(outputs[k], expectations[k], *place, kept);
    if (!tally) return std::nullopt;
    tallies.back() = *tally;
  }
  return tallies;
}

}  // namespace assay
