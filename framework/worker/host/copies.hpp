#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "framework/device/device.hpp"

struct assay_buffer;

namespace assay {

// Bytes of a device's buffer, and the memory of the host that they were copied from or to.
struct CopiedRange {
  device::Device* device;
  const assay_buffer* owner;  // by which its destruction is noticed
  device::Buffer* buffer;
  std::size_t offset;
  std::size_t bytes;
  const std::byte* host;
};

// What copies tell of where on devices the tensors of a trial lie, which are host memory to the
// framework and which only the variant brings there and back.
class Copies {
 public:
  using Bytes = std::span<const std::byte>;

  // Copies from these are uploads of inputs from now on.
  void watch(std::vector<Bytes> inputs) { inputs_ = std::move(inputs); }
  // Where inputs lie: what was copied there from them outside a repetition and not written by the
  // host since, in it or outside.
  [[nodiscard]] const std::vector<CopiedRange>& uploads() const { return uploads_; }

  // Between the two, what was copied to the host, in this order; nothing if anything else was asked
  // of a device, so that what was copied is not what lay there before.
  void begin_downloads();
  [[nodiscard]] std::optional<std::vector<CopiedRange>> end_downloads();

  // Where outputs lie, as somebody found out; none once a buffer of theirs is destroyed.
  void keep_outputs(std::vector<CopiedRange> ranges) { outputs_ = std::move(ranges); }
  [[nodiscard]] const std::vector<CopiedRange>& outputs() const { return outputs_; }

  // What the functions of the table tell.
  void written(const CopiedRange& range, bool in_repetition);  // `host`: from where; or nullptr
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
};

}  // namespace assay
