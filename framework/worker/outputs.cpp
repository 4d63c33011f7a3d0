#include "framework/worker/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "framework/kernel_file/npy.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

constexpr std::align_val_t alignment{64};
// Wide enough to catch a loop that overshoots by a vector or a small tile, not only by one element.
constexpr std::size_t guard_bytes = 1024;
constexpr std::byte guard_byte{0xA5};

bool intact(std::span<const std::byte> guard) {
  return std::ranges::all_of(guard, [](std::byte byte) { return byte == guard_byte; });
}

}  // namespace

void Outputs::Release::operator()(std::byte* memory) const { ::operator delete(memory, alignment); }

Outputs::Outputs(std::span<const assay_tensor> described) {
  for (assay_tensor tensor : described) {
    set_dense_strides(tensor);
    const std::size_t bytes =
        static_cast<std::size_t>(element_count(tensor)) * element_size(tensor.element);
    auto* memory = static_cast<std::byte*>(::operator new(bytes + 2 * guard_bytes, alignment));
    blocks_.push_back({std::unique_ptr<std::byte, Release>(memory), bytes});
    std::memset(memory, static_cast<int>(guard_byte), guard_bytes);
    std::memset(memory + guard_bytes + bytes, static_cast<int>(guard_byte), guard_bytes);
    tensor.data = memory + guard_bytes;
    tensors_.push_back(tensor);
  }
}

void Outputs::poison(std::uint8_t byte) {
  for (const Block& block : blocks_) {
    std::memset(block.memory.get() + guard_bytes, byte, block.bytes);
  }
}

std::string Outputs::damage() const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const std::byte* memory = blocks_[k].memory.get();
    const bool before = !intact({memory, guard_bytes});
    const bool after = !intact({memory + guard_bytes + blocks_[k].bytes, guard_bytes});
    if (before || after) {
      return fmt::format("memory {} output '{}' was overwritten",
                         before && after ? "before and after"
                         : before        ? "before"
                                         : "after",
                         tensors_[k].name);
    }
  }
  return "";
}

void Outputs::write(const std::filesystem::path& folder) const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const assay_tensor& tensor = tensors_[k];
    write_npy(folder / (std::string(tensor.name) + ".npy"), tensor.element,
              {tensor.shape, tensor.rank},
              {blocks_[k].memory.get() + guard_bytes, blocks_[k].bytes});
  }
}

}  // namespace assay
