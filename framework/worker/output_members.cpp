#include "framework/worker/output_members.hpp"

#include <algorithm>
#include <string>

#include "framework/core/error.hpp"
#include "framework/worker/tensor.hpp"
#include "framework/worker/verify.hpp"

namespace assay {
namespace {

// Whether all elements of a member lie in its output.
bool lies_within(const assay_member& member, const assay_tensor& output) {
  const TensorExtent extent = extent_of(member.tensor);
  const auto bytes = static_cast<std::size_t>(element_count(output));
  return extent.bytes <= bytes && extent.before <= member.offset &&
         member.offset - extent.before <= bytes - extent.bytes;
}

}  // namespace

std::vector<OutputMember> output_members(std::span<const assay_member> members,
                                         std::span<const assay_tensor> outputs) {
  std::vector<OutputMember> result;
  for (const assay_member& member : members) {
    check_tensor(member.tensor, false);
    const bool in_order = result.empty() || result.back().output <= member.output;
    if (member.output >= outputs.size() || !in_order) {
      throw internal_error(
          "member '{}' belongs to output number {}: members come in the order of "
          "the {} outputs",
          member.tensor.name, member.output, outputs.size());
    }
    const assay_tensor& output = outputs[member.output];
    if (output.element != ASSAY_U8 || output.rank == 0 || !lies_within(member, output)) {
      throw internal_error("member '{}' is no part of output '{}', which is {}", member.tensor.name,
                           output.name, type_text(output));
    }
    result.push_back({member.output, member.offset, tensor_shape(member.tensor)});
  }
  return result;
}

std::vector<assay_tensor> compared_tensors(std::span<const assay_tensor> outputs,
                                           std::span<const OutputMember> members) {
  std::vector<assay_tensor> compared;
  auto member = members.begin();
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (member == members.end() || member->output != k) compared.push_back(outputs[k]);
    auto* memory = static_cast<std::byte*>(outputs[k].data);
    for (; member != members.end() && member->output == k; ++member) {
      compared.push_back(tensor_of(member->tensor, memory + member->offset));
    }
  }
  return compared;
}

ComparedTensors compared_of(std::size_t output, std::span<const OutputMember> members) {
  ComparedTensors compared{0, 0, false};
  for (std::size_t k = 0; k <= output; ++k) {
    compared.first += compared.count;
    const auto own = std::ranges::count(members, k, &OutputMember::output);
    compared.are_members = own > 0;
    compared.count = static_cast<std::size_t>(std::max<std::ptrdiff_t>(own, 1));
  }
  return compared;
}

std::vector<std::span<const std::byte>> joined(std::vector<std::span<const std::byte>> pieces) {
  std::ranges::sort(pieces, {}, [](const auto& piece) { return piece.data(); });
  std::vector<std::span<const std::byte>> all;
  for (const std::span<const std::byte> piece : pieces) {
    if (piece.empty()) continue;
    if (all.empty() || all.back().data() + all.back().size() < piece.data()) {
      all.push_back(piece);
      continue;
    }
    const std::byte* end =
        std::max(all.back().data() + all.back().size(), piece.data() + piece.size());
    all.back() = {all.back().data(), end};
  }
  if (all.size() <= most_pieces) return all;
  return {{all.front().data(), all.back().data() + all.back().size()}};
}

NpyRecord npy_record(const assay_tensor& output, std::size_t number,
                     std::span<const OutputMember> members) {
  NpyRecord record;
  for (const OutputMember& member : members) {
    if (member.output != number) continue;
    const TensorShape& tensor = member.tensor;
    // A member is named after its output: "body.position".
    const std::string name = tensor.name.substr(tensor.name.rfind('.') + 1);
    const auto own = tensor.shape.begin() + static_cast<std::ptrdiff_t>(output.rank - 1);
    record.members.push_back({name, static_cast<assay_element>(tensor.element),
                              std::vector<std::int64_t>(own, tensor.shape.end()), member.offset});
  }
  if (!record.members.empty()) {
    record.bytes = static_cast<std::size_t>(output.shape[output.rank - 1]);
  }
  return record;
}

}  // namespace assay
