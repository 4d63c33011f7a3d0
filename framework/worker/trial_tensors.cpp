#include "framework/worker/trial_tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "framework/core/digest.hpp"
#include "framework/core/hash.hpp"
#include "framework/kernel_file/conversion.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/tensor.hpp"
#include "framework/worker/trial_failure.hpp"

namespace assay {
namespace {

std::vector<assay_element> elements_of(std::span<const assay_tensor> tensors) {
  std::vector<assay_element> elements;
  for (const assay_tensor& tensor : tensors) elements.push_back(tensor.element);
  return elements;
}

void require_convertible(std::span<const assay_tensor> tensors,
                         std::span<const assay_element> elements) {
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    if (tensors[k].element == elements[k] || holds_all(tensors[k].element, elements[k])) continue;
    throw TrialFailure{
        TrialStatus::invalid,
        fmt::format("the variant takes '{}' as {}, but the problem's {} do not hold all numbers of "
                    "that type: give the problem's array the widest type",
                    tensors[k].name, element_name(elements[k]), element_name(tensors[k].element))};
  }
}

}  // namespace

bool ConfiguredTypes::are_of(std::span<const assay_tensor> of_inputs,
                             std::span<const assay_tensor> of_outputs) const {
  return precision == ASSAY_F64 && inputs == elements_of(of_inputs) &&
         outputs == elements_of(of_outputs);
}

ConfiguredTypes configured_types(const assay_variant& variant, assay_context& context,
                                 const assay_task& task) {
  const std::span inputs(task.inputs, task.input_count);
  const std::span outputs(task.outputs, task.output_count);
  ConfiguredTypes types{elements_of(inputs), elements_of(outputs)};
  if (!has_member(variant, &assay_variant::types) || variant.types == nullptr) return types;
  assay_types asked{sizeof(assay_types), types.inputs.data(), types.outputs.data(),
                    types.precision};
  require_ok(context, variant.types(&variant, &host_table(), &context, &task, &asked), "types");
  types.precision = asked.precision;
  require_convertible(inputs, types.inputs);
  require_convertible(outputs, types.outputs);
  return types;
}

TrialTensors::TrialTensors(const Instance& instance, assay_context& context,
                           const assay_variant& variant, const BindingsView& configuration,
                           const BindingsView& arguments)
    : instance_(instance),
      inputs_(instance.inputs().begin(), instance.inputs().end()),
      outputs_(instance.outputs().begin(), instance.outputs().end()),
      digest_seed_(drawn_seed()) {
  types_ = configured_types(
      variant, context,
      {sizeof(assay_task), inputs_.data(), inputs_.size(), outputs_.data(), outputs_.size(),
       configuration.data(), configuration.size(), arguments.data(), arguments.size()});
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    if (inputs_[k].element != types_.inputs[k]) convert(inputs_[k], types_.inputs[k]);
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) outputs_[k].element = types_.outputs[k];
}

void TrialTensors::convert(assay_tensor& input, assay_element element) {
  const assay_tensor original = input;
  input.element = element;
  set_dense_strides(input);
  const std::size_t size = element_size(element);
  device::GuardedMemory memory(static_cast<std::size_t>(element_count(input)) * size,
                               fmt::format("input '{}'", input.name));
  for_each_run(original, [&](const std::byte* first, std::int64_t count, std::int64_t number) {
    const auto elements = static_cast<std::size_t>(count);
    convert_elements(
        original.element, {first, elements * element_size(original.element)}, element,
        memory.bytes().subspan(static_cast<std::size_t>(number) * size, elements * size));
  });
  input.data = memory.bytes().data();
  const std::uint64_t written = digest(memory.bytes(), digest_seed_);
  converted_.push_back({std::move(memory), written, input.name});
}

std::uint64_t TrialTensors::seed() const {
  if (types_.are_of(instance_.inputs(), instance_.outputs())) return 0;
  Hasher hasher;
  for (const assay_element element : types_.outputs) hasher.text(element_name(element));
  return hasher.text(element_name(types_.precision)).value();
}

bool TrialTensors::is_converted(const std::byte* memory) const {
  return std::ranges::any_of(converted_, [&](const Converted& each) {
    const auto bytes = each.memory.bytes();
    return memory >= bytes.data() && memory < bytes.data() + bytes.size();
  });
}

std::string TrialTensors::changed_input() const {
  if (std::string changed = instance_.changed_input(); !changed.empty()) return changed;
  const auto found = std::ranges::find_if(converted_, [&](const Converted& each) {
    return digest(each.memory.bytes(), digest_seed_) != each.digest;
  });
  return found == converted_.end() ? "" : fmt::format("input '{}'", found->name);
}

}  // namespace assay
