// Outputs that hold structs, and the members that are compared of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/instance_record.hpp"
#include "framework/kernel_file/npy_record.hpp"

namespace assay {

// The members as the problem describes them. Throws internal Error if they are not in the order of
// the outputs, belong to an output that holds no bytes, or reach beyond its memory.
[[nodiscard]] std::vector<OutputMember> output_members(std::span<const assay_member> members,
                                                       std::span<const assay_tensor> outputs);

// What is compared of dense outputs, in their order: an output itself, or the members of its
// structs. Names are borrowed.
[[nodiscard]] std::vector<assay_tensor> compared_tensors(std::span<const assay_tensor> outputs,
                                                         std::span<const OutputMember> members);

// Which of compared_tensors() are of one output.
struct ComparedTensors {
  std::size_t first = 0;
  std::size_t count = 1;
  bool are_members = false;
};
[[nodiscard]] ComparedTensors compared_of(std::size_t output,
                                          std::span<const OutputMember> members);

// Pieces of one output's memory in their order there, those that touch or overlap as one, and none
// without bytes. Where there would be many, one piece from the first byte to the last.
[[nodiscard]] std::vector<std::span<const std::byte>> joined(
    std::vector<std::span<const std::byte>> pieces);

// The structs of an output as a file of NumPy's has them; without members where it holds none.
[[nodiscard]] NpyRecord npy_record(const assay_tensor& output, std::size_t number,
                                   std::span<const OutputMember> members);

}  // namespace assay
