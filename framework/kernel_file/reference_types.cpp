#include "framework/kernel_file/reference_types.hpp"

#include <utility>

#include "assay/element.hpp"
#include "assay/tensor.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/conversion.hpp"

namespace assay {
namespace {

std::size_t count_of(const assay_tensor& tensor) {
  return static_cast<std::size_t>(sdk::element_count(tensor));
}

std::vector<assay_element> elements_of(std::span<const assay_tensor> tensors) {
  std::vector<assay_element> elements;
  for (const assay_tensor& tensor : tensors) elements.push_back(tensor.element);
  return elements;
}

}  // namespace

TypedReference::TypedReference(const ReferenceTask& task, const Bindings& configuration)
    : original_(task),
      inputs_(task.inputs.begin(), task.inputs.end()),
      outputs_(task.outputs.begin(), task.outputs.end()),
      compared_(task.compared.begin(), task.compared.end()) {
  const KernelDescription& kernel = *task.problem.reference.kernel;
  if (!has_types(kernel)) return;
  FormulaNames names(configuration);
  names.add(task.arguments);
  auto of_inputs = elements_of(inputs_);
  auto of_outputs = elements_of(outputs_);
  sdk::TensorTypes types{of_inputs, of_outputs};
  set_types(kernel, names, inputs_, outputs_, types);
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    assay_tensor& input = inputs_[k];
    if (input.element == of_inputs[k]) continue;
    const std::size_t count = count_of(input);
    auto& memory = memory_.emplace_back(count * sdk::element_size(of_inputs[k]));
    convert_elements(
        input.element,
        {static_cast<const std::byte*>(input.data), count * sdk::element_size(input.element)},
        of_inputs[k], memory);
    input.element = of_inputs[k];
    input.data = memory.data();
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    outputs_[k].element = of_outputs[k];
    compared_[k].element = of_outputs[k];
  }
  typed_.emplace(ReferenceTask{task.problem, task.host, task.arguments, inputs_, outputs_,
                               compared_, task.origins});
}

std::vector<std::vector<std::byte>> TypedReference::as_the_problem_has(
    std::vector<std::vector<std::byte>> elements) const {
  for (std::size_t k = 0; k < elements.size(); ++k) {
    const assay_element wanted = original_.outputs[k].element;
    const assay_element own = outputs_[k].element;
    if (wanted == own) continue;
    const std::size_t count = elements[k].size() / sdk::element_size(own);
    std::vector<std::byte> widened(count * sdk::element_size(wanted));
    convert_elements(own, elements[k], wanted, widened);
    elements[k] = std::move(widened);
  }
  return elements;
}

}  // namespace assay
