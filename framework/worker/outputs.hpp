#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/instance_record.hpp"
#include "framework/device/cpu/guarded_memory.hpp"

namespace assay {

// Host memory for the outputs of a trial: dense tensors, aligned to a page, each of them guarded.
class Outputs {
 public:
  // Element types and shapes as the problem describes them; names are borrowed, and so are the
  // members of outputs that hold structs.
  explicit Outputs(std::span<const assay_tensor> described,
                   std::span<const OutputMember> members = {});

  [[nodiscard]] const std::vector<assay_tensor>& tensors() const { return tensors_; }

  // Fills all elements with a byte. 0xFF makes a NaN of every float and double.
  void poison(std::uint8_t byte);
  // "" if all guard zones are as they were, else what was overwritten and where.
  [[nodiscard]] std::string damage() const;
  // Gives all guard zones new contents.
  void renew_guards();
  [[nodiscard]] std::size_t bytes() const;  // of all tensors
  // Writes each tensor to `<name>.npy` in an existing folder, over any file of that name; structs
  // as NumPy's records. Throws environment Error where a file cannot be written.
  void write(const std::filesystem::path& folder) const;

 private:
  std::vector<device::GuardedMemory> memory_;  // one for each tensor
  std::vector<assay_tensor> tensors_;
  std::span<const OutputMember> members_;
};

}  // namespace assay
