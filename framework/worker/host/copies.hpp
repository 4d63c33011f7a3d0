#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "framework/device/accelerator.hpp"

struct assay_buffer;

namespace assay {

// Bytes of a device's buffer, and the memory of the host that they were copied from or to.
struct CopiedRange {
  device::Accelerator* device;
  const assay_buffer* owner;  // identifies the buffer when it is destroyed
  device::Buffer* buffer;
  std::size_t offset;
  std::size_t bytes;
  const std::byte* host;
};

// Records where on devices the tensors of a trial lie, as the copies show: to the framework they
// are host memory, and only the variant copies them to devices and back.
class Copies {
 public:
  using Bytes = std::span<const std::byte>;

  // Makes copies from this memory uploads of inputs from now on.
  void watch(std::vector<Bytes> inputs) { inputs_ = std::move(inputs); }
  // The places of inputs on devices: copied there from the inputs outside a repetition, and not
  // written by the host since, within a repetition or outside.
  [[nodiscard]] const std::vector<CopiedRange>& uploads() const { return uploads_; }

  // Record what is copied to the host between the two calls, in order of the copies; absent if
  // anything else was asked of a device, since what was copied may then not be what lay there
  // before. What is only noted is not copied.
  enum class Downloads { done, noted };
  void begin_downloads(Downloads downloads);
  [[nodiscard]] std::optional<std::vector<CopiedRange>> end_downloads();
  [[nodiscard]] bool are_noted() const { return only_noted_; }

  // The places of outputs on devices, as the caller found them; none once any of their buffers is
  // destroyed.
  void keep_outputs(std::vector<CopiedRange> ranges) { outputs_ = std::move(ranges); }
  [[nodiscard]] const std::vector<CopiedRange>& outputs() const { return outputs_; }

  // Called by the functions of the table. For written(), `range.host` is the source, or nullptr.
  void written(const CopiedRange& range, bool in_repetition);
  void read(const CopiedRange& range);
  void launched() { only_downloads_ = false; }
  void destroyed(const assay_buffer& buffer);

 private:
  [[nodiscard]] bool is_input(const CopiedRange& range) const;

  std::vector<Bytes> inputs_;
  std::vector<CopiedRange> uploads_;
  std::vector<CopiedRange> downloads_;
  std::vector<CopiedRange> outputs_;
  bool only_downloads_ = false;
  bool only_noted_ = false;
};

}  // namespace assay
