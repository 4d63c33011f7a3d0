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

TrialInputs::TrialInputs(Instance& instance, const TrialTensors& tensors, assay_context& context)
    : tensors_(tensors), context_(context), seed_(instance.kept_inputs().seed()) {
  context_.use_kept_inputs(instance.kept_inputs());
  std::vector<Copies::Bytes> memory;
  for (const assay_tensor& tensor : tensors.inputs()) memory.push_back(memory_of(tensor));
  context_.copies().watch(std::move(memory));
}

void TrialInputs::remember() {
  digests_.clear();
  for (const CopiedRange& range : context_.copies().uploads()) {
    const auto& copy = range.owner->copy;
    digests_.emplace_back(
        range, copy && copy->digest
                   ? *copy->digest
                   : range.device->digest(*range.buffer, range.offset, range.bytes, seed_));
  }
}

void TrialInputs::keep() {
  for (const auto& [range, digest] : digests_) {
    // What the trial itself converted has no place that a later trial would find it by.
    const bool lasts = !tensors_.is_converted(range.host);
    if (lasts && is_there(range)) context_.keep_input(*range.owner, digest);
  }
}

bool TrialInputs::is_there(const CopiedRange& range) const {
  return std::ranges::any_of(context_.copies().uploads(),
                             [&](const CopiedRange& upload) { return same_place(upload, range); });
}

std::string TrialInputs::change() {
  if (std::string changed = tensors_.changed_input(); !changed.empty()) {
    return fmt::format(
        "{} was written to, though it is read-only, so the next repetition would start from "
        "changed data: work on a copy or in an output",
        changed);
  }
  for (const auto& remembered : digests_) {
    const CopiedRange& range = remembered.first;
    if (!is_there(range) || range.device->digest(*range.buffer, range.offset, range.bytes, seed_) ==
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
