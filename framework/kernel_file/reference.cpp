#include "framework/kernel_file/reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>

#include "assay/element.hpp"
#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/launch_space.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/kernel_file/reference_command.hpp"
#include "framework/kernel_file/reference_types.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/kernel_file/trials.hpp"

namespace assay {
namespace {

using Elements = std::vector<std::vector<std::byte>>;

std::span<const std::int64_t> shape_of(const assay_tensor& tensor) {
  return {tensor.shape, tensor.rank};
}

std::size_t size_of(const assay_tensor& tensor) {
  return static_cast<std::size_t>(sdk::element_count(tensor)) * sdk::element_size(tensor.element);
}

// The elements of a dense array that a part of it has, which begins at `origin`.
std::vector<std::byte> part_of_elements(std::span<const std::byte> elements,
                                        const assay_tensor& whole, const assay_tensor& part,
                                        const assay_origin& origin) {
  const std::size_t row =
      static_cast<std::size_t>(part.shape[part.rank - 1]) * sdk::element_size(part.element);
  std::vector<std::byte> result;
  result.reserve(size_of(part));
  // A row of the part lies where its index in all dimensions but the last says.
  for (std::int64_t first = 0; first < sdk::element_count(part);
       first += part.shape[part.rank - 1]) {
    std::int64_t place = 0;
    std::int64_t number = first;
    for (std::uint32_t k = part.rank; k-- > 0;) {
      place += (origin.at[k] + number % part.shape[k]) * whole.stride[k];
      number /= part.shape[k];
    }
    const auto bytes =
        elements.subspan(static_cast<std::size_t>(place) * sdk::element_size(part.element), row);
    result.insert(result.end(), bytes.begin(), bytes.end());
  }
  return result;
}

bool is_whole_output(const assay_tensor& output, const assay_tensor& compared) {
  return std::ranges::equal(shape_of(output), shape_of(compared));
}

// The elements of an array from a file, which must have the type of output number k, and its shape
// or that of the part that is compared.
std::vector<std::byte> fitting(NpyArray file, const ReferenceTask& task, std::size_t k,
                               const std::string& where) {
  const assay_tensor& output = task.outputs[k];
  const assay_tensor& compared = task.compared[k];
  const ArrayDescription& description = array_of(task.problem, output.name);
  const std::string held = type_text(file);
  const auto array = as_elements(std::move(file), description);
  const bool whole = array && std::ranges::equal(array->shape, shape_of(output));
  const bool part = array && std::ranges::equal(array->shape, shape_of(compared));
  if (!whole && !part) {
    const bool partly = !is_whole_output(output, compared);
    throw environment_error(
        "{} holds {}, but output '{}' is {}{}: correct its type or shape in the scenario, or "
        "whatever writes the file",
        where, held, output.name, type_text(description, shape_of(output)),
        partly ? ", compared as " + type_text(description, shape_of(compared)) : "");
  }
  return part ? array->data : part_of_elements(array->data, output, compared, task.origins[k]);
}

// Whether an output is compared; the elements that are expected of any other do not matter.
bool is_compared(const ReferenceTask& task, const assay_tensor& output) {
  return array_of(task.problem, output.name).compared;
}

Elements from_files(const ReferenceTask& task) {
  const ReferenceDescription& reference = task.problem.reference;
  Elements elements;
  for (std::size_t k = 0; k < task.outputs.size(); ++k) {
    const assay_tensor& output = task.outputs[k];
    if (!is_compared(task, output)) {
      elements.emplace_back(size_of(output));
      continue;
    }
    const std::string& file = reference.files.at(output.name);
    NpyArray array = read_npy(task.host.resolve_path(file));
    elements.push_back(
        fitting(std::move(array), task, k, fmt::format("{}: '{}'", reference.place, file)));
  }
  return elements;
}

Elements from_command(const ReferenceTask& task) {
  CommandNames names{task.arguments, {}, {}, nullptr};
  for (const assay_tensor& input : task.inputs) names.inputs.emplace_back(input.name);
  for (const assay_tensor& output : task.outputs) {
    if (is_compared(task, output)) names.outputs.emplace_back(output.name);
  }
  names.write = [&](const std::string& name, const std::filesystem::path& file) {
    const assay_tensor& input = sdk::find_tensor(task.inputs, name);
    write_array(file, array_of(task.problem, name), input);
  };
  const ReferenceDescription& reference = task.problem.reference;
  auto arrays = run_reference_command(reference, task.host.resolve_path("."), names);
  Elements elements;
  auto array = arrays.begin();
  for (std::size_t k = 0; k < task.outputs.size(); ++k) {
    const assay_tensor& output = task.outputs[k];
    elements.push_back(is_compared(task, output)
                           ? fitting(std::move(*array++), task, k,
                                     fmt::format("{}: what the command wrote", reference.place))
                           : std::vector<std::byte>(size_of(output)));
  }
  return elements;
}

// The value of a name, other than a parameter, in a constraint of the reference kernel. Facts of
// the instance are not available here; only the space of a competing kernel has them.
std::optional<Value> constant_of(const std::string& name, const Bindings& arguments,
                                 const sdk::Host& host) {
  if (const Value* argument = find(arguments, name)) return *argument;
  try {
    return host.device_fact(name.c_str());
  } catch (const sdk::Error&) {
    return std::nullopt;
  }
}

// The host of the device that runs the reference kernel.
sdk::Host host_of(const ReferenceTask& task) {
  const assay_backend backend = task.problem.reference.kernel->backend;
  return backend == ASSAY_CPU ? task.host : task.host.on(backend);
}

// Runs the reference kernel once in that configuration, on outputs that initially hold `poison`.
Elements run_kernel(const ReferenceTask& task, const sdk::Host& host, const Bindings& launched,
                    std::byte poison) {
  const KernelDescription& kernel = *task.problem.reference.kernel;
  Elements elements;
  std::vector<assay_tensor> outputs(task.outputs.begin(), task.outputs.end());
  for (assay_tensor& output : outputs) {
    elements.emplace_back(size_of(output), poison);
    output.data = elements.back().data();
  }
  const BindingsView configuration(launched);
  const BindingsView arguments(task.arguments);
  const assay_task plain{sizeof(assay_task),   task.inputs.data(), task.inputs.size(),
                         outputs.data(),       outputs.size(),     configuration.data(),
                         configuration.size(), arguments.data(),   arguments.size()};
  const auto trial = prepared_reference(kernel, {host, plain});
  trial->restore();
  trial->run();
  if (kernel.backend != ASSAY_CPU) host.finish();
  trial->outputs();
  return elements;
}

// The elements that are compared, from those of whole outputs.
Elements compared_of(const ReferenceTask& task, Elements whole) {
  for (std::size_t k = 0; k < whole.size(); ++k) {
    const assay_tensor& output = task.outputs[k];
    if (is_whole_output(output, task.compared[k])) continue;
    whole[k] = part_of_elements(whole[k], output, task.compared[k], task.origins[k]);
  }
  return whole;
}

// The number of an element whose bytes all hold the poison in both runs; nothing if all elements
// were written.
std::optional<std::size_t> unwritten(std::span<const std::byte> first, std::byte first_poison,
                                     std::span<const std::byte> second, std::byte second_poison,
                                     std::size_t size) {
  for (std::size_t at = 0; at < first.size(); at += size) {
    const auto all = [&](std::span<const std::byte> bytes, std::byte poison) {
      return std::ranges::all_of(bytes.subspan(at, size),
                                 [&](std::byte byte) { return byte == poison; });
    };
    if (all(first, first_poison) && all(second, second_poison)) return at / size;
  }
  return std::nullopt;
}

// The number of an element that depends on what the output held before: integers differ if any bit
// does, reals if only one of the two is finite, since the order of sums may vary from run to run.
std::optional<std::size_t> unsteady(std::span<const std::byte> first,
                                    std::span<const std::byte> second, assay_element element) {
  // Memory may hold bytes that are no boolean.
  const assay_element part = element == ASSAY_BOOL8 ? ASSAY_U8 : part_of(element);
  const std::size_t parts = sdk::element_size(element) / sdk::element_size(part);
  return visit_element(part, [&](auto sample) -> std::optional<std::size_t> {
    using T = decltype(sample);
    for (std::size_t k = 0; k < first.size() / sizeof(T); ++k) {
      T a;
      T b;
      std::memcpy(&a, &first[k * sizeof(T)], sizeof(T));
      std::memcpy(&b, &second[k * sizeof(T)], sizeof(T));
      if constexpr (std::is_integral_v<T>) {
        if (a != b) return k / parts;
      } else {
        if (std::isfinite(number_of(a)) != std::isfinite(number_of(b))) return k / parts;
      }
    }
    return std::nullopt;
  });
}

constexpr std::byte first_poison{0xFF};
constexpr std::byte second_poison{0xA5};

// What two runs of the reference kernel left in an output that is compared, or in a member of its
// structs.
struct TwoRuns {
  std::string name;
  std::string type;
  bool whole = true;  // whether all of the output is compared
  assay_element element = ASSAY_F32;
  std::span<const std::byte> first;
  std::span<const std::byte> second;
};

// Refuses elements that the kernel leaves unwritten, or that depend on the initial contents.
void require_result(const ReferenceTask& task, const TwoRuns& output) {
  const ReferenceDescription& reference = task.problem.reference;
  const std::string part = output.whole ? "" : "the compared part of ";
  const auto at = unwritten(output.first, first_poison, output.second, second_poison,
                            sdk::element_size(output.element));
  if (const auto other = unsteady(output.first, output.second, output.element); other && !at) {
    throw usage_error(
        "{}: the reference kernel '{}' lets element {} of {}output '{}' depend on what the array "
        "held before: give the array a fill, too (such as fill = \"zeros\")",
        reference.place, reference.kernel->name, *other, part, output.name);
  }
  if (!at) return;
  throw usage_error(
      "{}: the reference kernel '{}' never writes element {} of {}output '{}', which is {}: give "
      "the array its real shape, the launch more work items, or the array a fill where the kernel "
      "only adds to it",
      reference.place, reference.kernel->name, *at, part, output.name, output.type);
}

// The elements of an output's structs, `bytes` as compared, that a member has.
std::vector<std::byte> member_elements(const ArrayMember& member, assay_tensor compared,
                                       std::vector<std::byte>& bytes) {
  compared.data = bytes.data();
  return gathered(member_tensor(member, compared));
}

// Runs the kernel twice, on outputs with different initial contents, which must not show.
Elements from_kernel(const ReferenceTask& original) {
  const sdk::Host host = host_of(original);
  const Bindings launched = launchable(
      *original.problem.reference.kernel, original.problem.reference.configuration,
      [&](const std::string& name) { return constant_of(name, original.arguments, host); });
  const TypedReference typed(original, launched);
  const ReferenceTask& task = typed.task();
  Elements first = compared_of(task, run_kernel(task, host, launched, first_poison));
  Elements second = compared_of(task, run_kernel(task, host, launched, second_poison));
  for (std::size_t k = 0; k < first.size(); ++k) {
    const assay_tensor& compared = task.compared[k];
    const ArrayDescription& array = array_of(task.problem, compared.name);
    if (!array.compared) continue;
    const bool whole = is_whole_output(task.outputs[k], compared);
    // The kernel may take numbers in another type than the problem's.
    const std::string type = array.members.empty() ? type_text(compared.element, shape_of(compared))
                                                   : type_text(array, shape_of(compared));
    for (const ArrayMember& member : array.members) {
      if (!member.compared) continue;
      const auto one = member_elements(member, compared, first[k]);
      const auto other = member_elements(member, compared, second[k]);
      require_result(task, {array.name + "." + member.name, "a member of " + type, whole,
                            member.element, one, other});
    }
    if (array.members.empty()) {
      require_result(task, {array.name, type, whole, compared.element, first[k], second[k]});
    }
  }
  return typed.as_the_problem_has(std::move(first));
}

}  // namespace

Elements compute_reference(const ReferenceTask& task) {
  if (task.problem.reference.kernel) return from_kernel(task);
  if (!task.problem.reference.command.empty()) return from_command(task);
  return from_files(task);
}

}  // namespace assay
