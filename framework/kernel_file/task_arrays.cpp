#include "framework/kernel_file/task_arrays.hpp"

#include <algorithm>

#include "assay/element.hpp"
#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/plugin_values.hpp"

namespace assay {
namespace {

const assay_tensor* find_tensor(std::span<const assay_tensor> tensors, const std::string& name) {
  const auto found = std::ranges::find_if(
      tensors, [&](const assay_tensor& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

}  // namespace

FormulaNames names_of(const sdk::Task& task) {
  FormulaNames names(bindings_of(task.configuration().all()));
  names.add(bindings_of(task.arguments().all()));
  return names;
}

std::span<std::byte> bytes_in(const assay_tensor& tensor) {
  const auto count = static_cast<std::size_t>(sdk::element_count(tensor));
  return {static_cast<std::byte*>(tensor.data), count * sdk::element_size(tensor.element)};
}

TaskArray task_array(const sdk::Task& task, const std::string& name, const std::string& problem) {
  TaskArray array;
  array.output = find_tensor(task.outputs(), name);
  const assay_tensor* initial =
      find_tensor(task.inputs(), array.output == nullptr ? name : name + ".initial");
  if (array.output == nullptr && initial == nullptr) {
    throw usage_error("problem '{}' has no array '{}'", problem, name);
  }
  if (initial != nullptr) array.initial = bytes_in(*initial);
  const assay_tensor& any = array.output != nullptr ? *array.output : *initial;
  array.bytes = bytes_in(any).size();
  array.element = any.element;
  array.element_bytes = sdk::element_size(any.element);
  array.shape.assign(any.shape, any.shape + any.rank);
  return array;
}

std::size_t scratch_bytes(const ArrayDescription& scratch, const FormulaNames& names) {
  std::size_t bytes = sdk::element_size(scratch_element(scratch, names));
  for (const std::int64_t extent : names.counts(scratch.shape)) {
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes)) {
      throw error_at(scratch.place,
                     fmt::format("scratch array '{}' has more bytes than there are numbers for",
                                 scratch.name));
    }
  }
  return bytes;
}

}  // namespace assay
