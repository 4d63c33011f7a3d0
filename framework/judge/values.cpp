#include "framework/judge/values.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/worker/tensor.hpp"

namespace assay::judge {
namespace {

ArenaLayout layout_of(const InstanceRecord& record) {
  return arena_layout(record.inputs, record.outputs);
}

bool same_shapes(const ArenaLayout& one, const ArenaLayout& other) {
  const auto same = [](const TensorShape& a, const TensorShape& b) {
    return a.name == b.name && a.element == b.element && a.shape == b.shape && a.stride == b.stride;
  };
  return std::ranges::equal(one.inputs, other.inputs, same) &&
         std::ranges::equal(one.outputs, other.outputs, same);
}

}  // namespace

ValueSets::ValueSets(Bench& bench, const InstanceKey& first) : bench_(bench) {
  const InstanceRecord record = bench_.open(first);
  layout_ = layout_of(record);
  sets_.push_back(set_of(first, record));
}

ValueSets::Set ValueSets::set_of(const InstanceKey& key, const InstanceRecord& record) {
  return {key, bench_.inputs_of(key), {}, record.arguments};
}

bool ValueSets::add(const InstanceKey& key) try {
  const InstanceRecord record = bench_.open(key);
  if (!same_shapes(layout_, layout_of(record))) return false;
  sets_.push_back(set_of(key, record));
  return true;
} catch (const Error&) {
  return false;
}

bool ValueSets::agree(std::size_t one, std::size_t other,
                      const std::set<std::string>& names) const {
  const auto others = inputs(other);
  return std::ranges::all_of(inputs(one), [&](const assay_tensor& input) {
    const assay_tensor& counterpart = others[static_cast<std::size_t>(&input - inputs(one).data())];
    return !names.contains(input.name) ||
           std::ranges::equal(memory_of(input), memory_of(counterpart));
  });
}

}  // namespace assay::judge
