#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay {

// Host memory for the outputs of a trial: dense tensors, aligned to 64 bytes, with guard words
// before and after each of them.
class Outputs {
 public:
  // Element types and shapes as the problem describes them; names are borrowed.
  explicit Outputs(std::span<const assay_tensor> described);

  [[nodiscard]] const std::vector<assay_tensor>& tensors() const { return tensors_; }

  // Fills all elements with a byte. 0xFF makes a NaN of every float and double.
  void poison(std::uint8_t byte);
  // "" if all guard words are as they were, else what was overwritten and where.
  [[nodiscard]] std::string damage() const;
  // Writes each tensor to `<name>.npy` in a folder that there must be, over what has that name.
  // Throws environment Error where a file cannot be written.
  void write(const std::filesystem::path& folder) const;

 private:
  struct Release {
    void operator()(std::byte* memory) const;
  };
  struct Block {
    std::unique_ptr<std::byte, Release> memory;  // guard, elements, guard
    std::size_t bytes;                           // of the elements
  };

  std::vector<Block> blocks_;
  std::vector<assay_tensor> tensors_;
};

}  // namespace assay
