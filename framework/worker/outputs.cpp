#include "framework/worker/outputs.hpp"

#include <fmt/format.h>

#include <cstring>

#include "framework/kernel_file/npy.hpp"
#include "framework/worker/output_members.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {

using device::GuardedMemory;

Outputs::Outputs(std::span<const assay_tensor> described, std::span<const OutputMember> members)
    : members_(members) {
  for (assay_tensor tensor : described) {
    set_dense_strides(tensor);
    const std::size_t bytes =
        static_cast<std::size_t>(element_count(tensor)) * element_size(tensor.element);
    memory_.emplace_back(bytes, fmt::format("output '{}'", tensor.name));
    tensor.data = memory_.back().bytes().data();
    tensors_.push_back(tensor);
  }
}

void Outputs::poison(std::uint8_t byte) {
  for (const GuardedMemory& memory : memory_) {
    std::memset(memory.bytes().data(), byte, memory.bytes().size());
  }
}

std::string Outputs::damage() const {
  for (std::size_t k = 0; k < memory_.size(); ++k) {
    const device::GuardDamage damage = memory_[k].damage();
    if (!damage.any()) continue;
    return fmt::format("memory around output '{}' was overwritten, {}", tensors_[k].name,
                       to_string(damage));
  }
  return "";
}

void Outputs::renew_guards() {
  for (GuardedMemory& memory : memory_) memory.renew_guards();
}

std::size_t Outputs::bytes() const {
  std::size_t sum = 0;
  for (const GuardedMemory& memory : memory_) sum += memory.bytes().size();
  return sum;
}

void Outputs::write(const std::filesystem::path& folder) const {
  for (std::size_t k = 0; k < memory_.size(); ++k) {
    const assay_tensor& tensor = tensors_[k];
    const auto file = folder / (std::string(tensor.name) + ".npy");
    const NpyRecord record = npy_record(tensor, k, members_);
    if (record.members.empty()) {
      write_npy(file, tensor.element, {tensor.shape, tensor.rank}, memory_[k].bytes());
    } else {
      write_npy(file, record, {tensor.shape, tensor.rank - 1}, memory_[k].bytes());
    }
  }
}

}  // namespace assay
