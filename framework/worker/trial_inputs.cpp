#include "framework/worker/trial_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "framework/core/digest.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

bool same_place(const CopiedRange& a, const CopiedRange& b) {
  return a.owner == b.owner && a.offset == b.offset && a.bytes == b.bytes && a.host == b.host;
}

}  // namespace

TrialInputs::TrialInputs(const TrialTensors& tensors, assay_context& context)
    : tensors_(tensors), context_(context), seed_(drawn_seed()) {
  std::vector<Copies::Bytes> memory;
  for (const assay_tensor& tensor : tensors.inputs()) memory.push_back(memory_of(tensor));
  context_.copies().watch(std::move(memory));
}

void TrialInputs::remember() {
  digests_.clear();
  for (const CopiedRange& range : context_.copies().uploads()) {
    digests_.emplace_back(range,
                          range.device->digest(*range.buffer, range.offset, range.bytes, seed_));
  }
}

std::string TrialInputs::change() {
  if (std::string changed = tensors_.changed_input(); !changed.empty()) {
    return fmt::format(
        "{} was written to, though it is read-only, so the next repetition would start from "
        "changed data: work on a copy or in an output",
        changed);
  }
  const auto& uploads = context_.copies().uploads();
  for (const auto& remembered : digests_) {
    const CopiedRange& range = remembered.first;
    const bool still_there = std::ranges::any_of(
        uploads, [&](const CopiedRange& upload) { return same_place(upload, range); });
    if (!still_there || range.device->digest(*range.buffer, range.offset, range.bytes, seed_) ==
                            remembered.second) {
      continue;
    }
    return fmt::format(
        "input '{}' was written to: declare the array output = true, which restores it, untimed, "
        "before each repetition (in a plugin, copy it again in restore()); otherwise the next "
        "repetition would start from changed data on the device",
        name_of(range));
  }
  return "";
}

std::string TrialInputs::name_of(const CopiedRange& range) const {
  for (const assay_tensor& tensor : tensors_.inputs()) {
    const Copies::Bytes memory = memory_of(tensor);
    if (range.host >= memory.data() && range.host < memory.data() + memory.size()) {
      return tensor.name;
    }
  }
  return "?";
}

}  // namespace assay
