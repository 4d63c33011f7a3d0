#include "framework/kernel_file/kernel_trial.hpp"

#include <algorithm>

#include "assay/element.hpp"
#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/plugin_values.hpp"

namespace assay {
namespace {

// The names of a task. A parameter hides an argument of the same name.
FormulaNames names_of(const sdk::Task& task) {
  FormulaNames names(bindings_of(task.configuration().all()));
  names.add(bindings_of(task.arguments().all()));
  return names;
}

const assay_tensor* find_tensor(std::span<const assay_tensor> tensors, const std::string& name) {
  const auto found = std::ranges::find_if(
      tensors, [&](const assay_tensor& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

std::span<std::byte> bytes_in(const assay_tensor& tensor) {
  const auto count = static_cast<std::size_t>(sdk::element_count(tensor));
  return {static_cast<std::byte*>(tensor.data), count * sdk::element_size(tensor.element)};
}

// Bytes spread over an array: enough to see whether anyone has written into it.
std::vector<std::byte> probe(std::span<const std::byte> bytes) {
  constexpr std::size_t probes = 64;
  std::vector<std::byte> result;
  for (std::size_t k = 0; k < probes; ++k) result.push_back(bytes[k * (bytes.size() - 1) / probes]);
  result.push_back(bytes.back());
  return result;
}

// The value as the preprocessor accepts it.
std::string constant(const Value& value) {
  const auto* boolean = std::get_if<bool>(&value);
  return boolean != nullptr ? (*boolean ? "1" : "0") : to_string(value);
}

}  // namespace

sdk::Program build_kernel(const KernelDescription& kernel, const sdk::Task& task) {
  return as_plugin([&] {
    sdk::CompileOptions options;
    for (const auto& [name, value] : bindings_of(task.configuration().all())) {
      options.define(name, constant(value));
    }
    const FormulaNames names = names_of(task);
    for (const auto& [name, formula] : kernel.defines) {
      options.define(name, constant(names.value(formula)));
    }
    if (!kernel.options.empty()) options.flag(kernel.options);
    std::vector<assay_source> sources;
    for (const SourceFile& file : kernel.sources) {
      sources.push_back({file.name.c_str(), file.text.c_str()});
    }
    return sdk::Program(task.host(), sources, options);
  });
}

KernelTrial::KernelTrial(const KernelDescription& kernel, const sdk::Task& task)
    : kernel_(kernel),
      host_(task.host()),
      names_(names_of(task)),
      program_(build_kernel(kernel, task)),
      function_(program_.kernel(kernel.function.text.c_str())) {
  as_plugin([&] {
    choose_sizes();
    arrays_.reserve(kernel.arguments.size());  // so that no array moves
    for (const KernelArgument& argument : kernel.arguments) add_argument(task, argument);
  });
}

// The number of an array's buffer. An array that the kernel takes twice is one buffer.
std::size_t KernelTrial::array_named(const sdk::Task& task, const std::string& name) {
  const auto known = std::ranges::find(arrays_, name, &Array::name);
  const auto number = static_cast<std::size_t>(known - arrays_.begin());
  if (known != arrays_.end()) return number;
  const assay_tensor* output = find_tensor(task.outputs(), name);
  const assay_tensor* initial =
      find_tensor(task.inputs(), output == nullptr ? name : name + ".initial");
  if (output == nullptr && initial == nullptr) {
    throw usage_error("problem '{}' has no array '{}'", kernel_.problem, name);
  }
  const auto bytes = bytes_in(output != nullptr ? *output : *initial);
  arrays_.push_back({name, initial, output, {host_, bytes.size()}, {}});
  if (output == nullptr) arrays_.back().buffer.write(bytes);
  return number;
}

void KernelTrial::add_argument(const sdk::Task& task, const KernelArgument& argument) {
  switch (argument.kind) {
    case KernelArgument::Kind::array: {
      const auto& array = arrays_[array_named(task, argument.array)];
      arguments_.push_back({ASSAY_ARG_BUFFER, array.buffer.get(), nullptr, 0});
      return;
    }
    case KernelArgument::Kind::scalar: {
      const Value value = names_.value(argument.value);
      try {
        scalars_.push_back(bytes_of(value, argument.element));
      } catch (const Error& error) {
        throw error_at(argument.value.place, error.what());
      }
      arguments_.push_back(
          {ASSAY_ARG_BYTES, nullptr, scalars_.back().data(), scalars_.back().size()});
      return;
    }
    case KernelArgument::Kind::local: {
      const auto bytes = static_cast<std::size_t>(names_.count(argument.value));
      arguments_.push_back({ASSAY_ARG_LOCAL, nullptr, nullptr, bytes});
      return;
    }
  }
}

// Checks the group size. Constraints exclude invalid groups from the space, but a reference is
// configured by the user.
void KernelTrial::require_group(const std::vector<std::int64_t>& local) const {
  double items = 1;
  for (std::size_t k = 0; k < local.size(); ++k) {
    const std::string limit = fmt::format("max_work_item_{}", k);
    const auto size = static_cast<double>(local[k]);
    items *= size;
    for (const auto& [asked, allowed] :
         {std::pair(size, host_.device_fact(limit.c_str())),
          std::pair(items, host_.device_fact("max_work_group_size"))}) {
      if (asked <= allowed) continue;
      throw error_at(kernel_.group[k].place,
                     fmt::format("makes groups of {} work items, but the device allows {}: choose "
                                 "other values of its parameters",
                                 asked, allowed));
    }
  }
}

// Sets the launch sizes, rounding work items up to whole groups.
void KernelTrial::choose_sizes() {
  const auto local = names_.counts(kernel_.group);
  const auto extent = names_.counts(kernel_.extent);
  require_group(local);
  for (std::size_t k = 0; k < local.size(); ++k) {
    const std::int64_t groups =
        kernel_.in_items ? (extent[k] + local[k] - 1) / local[k] : extent[k];
    local_.push_back(static_cast<std::size_t>(local[k]));
    global_.push_back(static_cast<std::size_t>(groups * local[k]));
  }
}

// An output begins with the contents of its host memory, which are poison before a verified
// repetition, so that elements that the kernel leaves unwritten are found. In between nothing is
// uploaded, so that caches stay as the kernel left them.
void KernelTrial::restore() {
  for (Array& array : arrays_) {
    if (array.output == nullptr) continue;
    if (array.initial != nullptr) {
      array.buffer.write(bytes_in(*array.initial));
      continue;
    }
    const auto bytes = bytes_in(*array.output);
    auto now = probe(bytes);
    if (now == array.uploaded) continue;
    array.buffer.write(bytes);
    array.uploaded = std::move(now);
  }
}

void KernelTrial::run() {
  const sdk::Phase phase(host_, "kernel");
  function_.launch_packed(nullptr, global_, local_, arguments_);
}

void KernelTrial::outputs() {
  for (Array& array : arrays_) {
    if (array.output == nullptr) continue;
    const auto bytes = bytes_in(*array.output);
    array.buffer.read(bytes);
    array.uploaded = probe(bytes);  // the host memory holds results, not poison
  }
}

}  // namespace assay
