#include "framework/scenario/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <utility>

#include "framework/core/binding.hpp"
#include "framework/core/enumerator.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/device/fact_names.hpp"
#include "framework/device/kernel.hpp"
#include "framework/device/limits.hpp"
#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/compiled_constraints.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/scenario/array_types.hpp"
#include "framework/scenario/constant_names.hpp"
#include "framework/scenario/define_names.hpp"
#include "framework/scenario/drawn_instances.hpp"
#include "framework/scenario/images.hpp"
#include "framework/scenario/launches.hpp"
#include "framework/scenario/parameters.hpp"
#include "framework/scenario/placed_text.hpp"
#include "framework/scenario/struct_arrays.hpp"

namespace assay {
namespace {

// What the ending of a source's name says.
struct Ending {
  std::string_view text;
  assay_backend backend;
  HostLanguage language;  // if it is code of the host
};
constexpr std::array endings = {Ending{".cl", ASSAY_OPENCL, HostLanguage::none},
                                Ending{".opencl", ASSAY_OPENCL, HostLanguage::none},
                                Ending{".cu", ASSAY_CUDA, HostLanguage::cuda},
                                Ending{".ptx", ASSAY_CUDA, HostLanguage::none},
                                Ending{".cubin", ASSAY_CUDA, HostLanguage::none},
                                Ending{".c", ASSAY_CPU, HostLanguage::c},
                                Ending{".cpp", ASSAY_CPU, HostLanguage::cxx},
                                Ending{".cc", ASSAY_CPU, HostLanguage::cxx},
                                Ending{".cxx", ASSAY_CPU, HostLanguage::cxx},
                                Ending{".f", ASSAY_CPU, HostLanguage::fortran},
                                Ending{".f90", ASSAY_CPU, HostLanguage::fortran},
                                Ending{".F90", ASSAY_CPU, HostLanguage::fortran}};

auto ending_of(const std::string& source) {
  const std::string text = std::filesystem::path(source).extension().string();
  return std::ranges::find(endings, text, &Ending::text);
}

void read_backend(const TomlTable& reader, KernelDescription& kernel) {
  std::string backend;
  reader.read("backend", backend);
  // Of several sources the first one with an ending of its own tells what they are.
  auto ending = ending_of(kernel.source.text);
  for (const PlacedText& source : kernel.more_sources) {
    if (ending == endings.end()) ending = ending_of(source.text);
  }
  if (backend.empty() && ending == endings.end()) {
    throw reader.error_at(
        "source", fmt::format("is '{}', whose ending says nothing: add backend = \"opencl\" or "
                              "\"cuda\" (code of the host ends in .c, .cpp or .f90)",
                              kernel.source.text));
  }
  constexpr std::array names = {"cpu", "opencl", "cuda"};
  const auto named = find_enumerator<assay_backend>(names, backend);
  if (!backend.empty() && !named) {
    throw reader.error_at("backend", fmt::format("must be one of {}", fmt::join(names, ", ")));
  }
  kernel.backend = named ? *named : ending->backend;
  if (kernel.backend != ASSAY_CPU) return;
  kernel.language = ending == endings.end() ? HostLanguage::none : ending->language;
  if (kernel.language == HostLanguage::none) {
    throw reader.error_at("source", fmt::format("is '{}', but code of the host ends in .c, .cpp, "
                                                ".f90 or .cu",
                                                kernel.source.text));
  }
}

// Whether the source is PTX or a CUBIN, which other compilers made.
bool is_compiled(const KernelDescription& kernel) {
  const auto ending = std::filesystem::path(kernel.source.text).extension();
  return ending == ".ptx" || ending == ".cubin";
}

void read_compiler(const TomlTable& reader, KernelDescription& kernel) {
  if (!reader.has("compiler")) return;
  kernel.compiler = reader.required_text("compiler");
  if (kernel.backend == ASSAY_OPENCL) {
    throw reader.error_at("compiler",
                          "belongs to code of the host and of CUDA: leave it out, since the "
                          "device's driver compiles OpenCL");
  }
  if (kernel.backend == ASSAY_CUDA && is_compiled(kernel)) {
    throw reader.error_at(
        "compiler", fmt::format("is of no use: '{}' is compiled already", kernel.source.text));
  }
}

// Checks that the files that `link` names can be linked with the source.
void require_linker(const KernelDescription& kernel) {
  if (kernel.linked.empty()) return;
  const std::string& place = kernel.linked.front().place;
  if (!kernel.generator.text.empty()) {
    throw error_at(place,
                   "is compiled beside a source that is a file, not beside one that a "
                   "command prints: have it print everything");
  }
  if (kernel.backend == ASSAY_CUDA && is_compiled(kernel)) {
    throw error_at(place, fmt::format("cannot be linked with '{}', which is linked already",
                                      kernel.source.text));
  }
}

void read_threads(const TomlTable& reader, KernelDescription& kernel) {
  const auto* threads = reader.raw().get("threads");
  if (threads == nullptr) return;
  kernel.threads = placed_text(*threads, "threads");
  if (kernel.backend == ASSAY_CPU) return;
  throw reader.error_at("threads", "belongs to code of the host, in C, C++ or Fortran");
}

// Reads limits = { graphics_clock = "clock", power = 300 }. The memory's clock comes first, since
// the graphics clocks that a device has depend on it.
void read_limits(const TomlTable& reader, KernelDescription& kernel) {
  const auto* limits = reader.table("limits");
  if (limits == nullptr) return;
  if (kernel.backend != ASSAY_CUDA) {
    throw reader.error_at("limits",
                          "belongs to CUDA, whose devices are limited by NVML: leave it out");
  }
  const auto& names = device::limit_names;
  const TomlTable table(*limits, "kernel.limits", {names[0], names[1], names[2]});
  for (const assay_limit what :
       {ASSAY_LIMIT_MEMORY_CLOCK, ASSAY_LIMIT_GRAPHICS_CLOCK, ASSAY_LIMIT_POWER}) {
    const std::string name = names.at(static_cast<std::size_t>(what));
    if (const auto* node = limits->get(name)) {
      kernel.limits.push_back({what, placed_text(*node, "kernel.limits." + name)});
      require_expression(kernel.limits.back().value, nullptr);
    }
  }
  if (kernel.limits.empty()) {
    throw reader.error_at("limits", fmt::format("limits nothing: there are {}; or leave it out",
                                                fmt::join(names, ", ")));
  }
}

// Reads constraints. Those that name what only the compiler knows are kept apart.
void read_constraints(const TomlTable& reader, const ArgumentValues& arguments,
                      KernelDescription& kernel) {
  std::vector<std::string> names;
  for (const Parameter& parameter : kernel.parameters) names.push_back(parameter.name);
  for (const auto& [name, values] : arguments) names.push_back(name);
  for (const PlacedText& constraint : placed_texts(reader, "constraints")) {
    require_expression(constraint, nullptr);
    if (compiled_facts_in(constraint.text, names).empty()) {
      kernel.constraints.push_back(
          {constraint.text, fmt::format("the scenario says so ({})", constraint.place)});
    } else if (kernel.backend == ASSAY_CPU) {
      throw error_at(constraint.place, "compilers of host code do not say what its functions take");
    } else {
      kernel.compiled_constraints.push_back(constraint);
    }
  }
}

void read_lists(const TomlTable& reader, const ArgumentValues& arguments,
                KernelDescription& kernel) {
  if (const auto* parameters = reader.table("parameters")) {
    constexpr std::size_t most_parameters = 256;  // ordering the parameters takes cubic time
    if (parameters->size() > most_parameters) {
      throw reader.error_at(
          "parameters", fmt::format("are {}, more than {}", parameters->size(), most_parameters));
    }
    const TomlTable table(*parameters, "kernel.parameters", {});
    for (const auto& name : keys_as_written(*parameters)) {
      auto [parameter, constraints] = read_parameter(name, table, arguments);
      kernel.parameters.push_back(std::move(parameter));
      std::ranges::move(constraints, std::back_inserter(kernel.constraints));
      kernel.parameter_places[name] = table.place_of(name);
    }
  }
  read_constraints(reader, arguments, kernel);
  if (const auto* defines = reader.table("defines")) kernel.defines = read_constants(*defines);
  if (const auto* scratch = reader.table("scratch")) {
    for (const auto& name : keys_as_written(*scratch)) {
      kernel.scratch.push_back(read_scratch(name, *scratch->get(name), kernel));
    }
  }
  read_array_types(reader, kernel);
  if (const auto* variables = reader.table("variables")) {
    const TomlTable table(*variables, "kernel.variables", {});
    for (const auto& name : keys_as_written(*variables)) {
      kernel.variables.push_back({name, {table.required_text(name), table.place_of(name)}});
    }
  }
}

// Reads source = "k.cl", ["a.cl", "b.cl"] or { command = "...", file = "k.cl" }.
void read_source_names(const TomlTable& reader, KernelDescription& kernel) {
  const auto* node = reader.raw().get("source");
  if (node != nullptr && node->is_table()) {
    const TomlTable generated(*node->as_table(), "kernel.source", {"command", "file"});
    kernel.generator = {generated.required_text("command"), generated.place_of("command")};
    kernel.source = {generated.required_text("file"), generated.place_of("file")};
  } else if (node != nullptr && node->is_array()) {
    auto names = placed_texts(reader, "source");
    kernel.source = names.front();
    kernel.more_sources.assign(names.begin() + 1, names.end());
  } else {
    kernel.source = {reader.required_text("source"), reader.place_of("source")};
  }
  kernel.include_folders = placed_texts(reader, "include_folders");
  kernel.linked = placed_texts(reader, "link");
}

void add_drawn(const TomlTable& instance, ArgumentValues& values) {
  const DrawnInstances drawn = draw_instances(instance);
  for (const auto* instances : {&drawn.instances, &drawn.held_out}) {
    for (const Bindings& one : *instances) {
      for (const auto& [name, value] : one) {
        const auto known = values.find(name);
        if (known != values.end()) known->second.push_back(value);
      }
    }
  }
}

// The values of the arguments of a problem: their defaults, and those of the instances, of which
// the scenario reads more later.
ArgumentValues argument_values(const KernelFiles& files, const std::string& problem,
                               const TomlTable& top) {
  ArgumentValues values;
  const auto own = std::ranges::find(files.problems, problem, &ArrayProblemDescription::name);
  if (own == files.problems.end()) return values;
  for (const ArgumentDescription& argument : own->arguments) {
    values[argument.name].push_back(argument.default_value);
  }
  for (const auto* table : top.tables("instance")) {
    const TomlTable reader(*table, "instance", {});
    if (are_drawn(reader)) {
      add_drawn(reader, values);
      continue;
    }
    for (auto& [name, known] : values) {
      if (!table->contains(name)) continue;
      for (Value& value : reader.values(name)) known.push_back(std::move(value));
    }
  }
  return values;
}

KernelDescription read_kernel(const toml::table& table, const KernelFiles& files,
                              const TomlTable& top) {
  const TomlTable reader(table, "kernel",
                         {"name",       "problem",     "source",    "include_folders", "link",
                          "function",   "backend",     "arguments", "block",           "local",
                          "grid",       "global",      "launches",  "scratch",         "variables",
                          "parameters", "constraints", "defines",   "options",         "device",
                          "compiler",   "threads",     "limits",    "competes",        "types"});
  KernelDescription kernel;
  kernel.place = location(table);
  read_source_names(reader, kernel);
  read_backend(reader, kernel);
  reader.read("name", kernel.name);
  if (files.problems.size() == 1) kernel.problem = files.problems.front().name;
  reader.read("problem", kernel.problem);
  if (kernel.problem.empty()) {
    throw reader.error_at(
        "problem", "is missing: name the problem, since the scenario does not define exactly one");
  }
  reader.read("options", kernel.options.text);
  kernel.options.place = reader.place_of("options");
  reader.read("competes", kernel.competes);
  read_compiler(reader, kernel);
  require_linker(kernel);
  read_threads(reader, kernel);
  read_limits(reader, kernel);
  read_lists(reader, argument_values(files, kernel.problem, top), kernel);
  read_steps(reader, kernel);
  return kernel;
}

std::string backend_text(assay_backend backend) {
  if (backend == ASSAY_CPU) return "cpu";
  return backend == ASSAY_CUDA ? "cuda" : "opencl";
}

// Names kernels such as "matmul.opencl", by the function, or by the file if the function is not
// named because it is the only one in it.
void name_kernels(std::vector<KernelDescription>& kernels) {
  for (KernelDescription& kernel : kernels) {
    if (!kernel.name.empty()) continue;
    // Of several functions none gives the name.
    const auto functions = functions_of(kernel);
    std::string stem = functions.size() == 1 ? base_name(functions.front()) : "";
    if (stem.empty()) stem = std::filesystem::path(kernel.source.text).stem().string();
    kernel.name = stem + "." + backend_text(kernel.backend);
  }
  for (auto kernel = kernels.begin(); kernel != kernels.end(); ++kernel) {
    const bool twice = std::any_of(kernels.begin(), kernel, [&](const KernelDescription& other) {
      return other.name == kernel->name && other.problem == kernel->problem;
    });
    if (!twice) continue;
    throw usage_error("{}: there are two kernels '{}' for '{}': rename one", kernel->place,
                      kernel->name, kernel->problem);
  }
}

// Checks that texts of several words, which cannot be constants, are options of the compiler.
void require_constants(const KernelDescription& kernel) {
  auto used = names_in_braces(kernel.options.text);
  for (std::string& name : names_in_braces(kernel.generator.text)) used.push_back(std::move(name));
  for (const Parameter& parameter : kernel.parameters) {
    for (const Value& value : parameter.values) {
      if (can_be_constant(value)) continue;
      if (std::ranges::find(used, parameter.name) != used.end()) continue;
      throw error_at(kernel.place_of(parameter.name),
                     fmt::format("holds '{}': a compile-time constant is one word; several are "
                                 "options of the compiler if 'options' names {{{}}}",
                                 to_string(value), parameter.name));
    }
  }
}

// Checks that names in braces are known.
void require_names_in_braces(const PlacedText& text, const std::vector<std::string>* names) {
  for (const std::string& name : names_in_braces(text.text)) {
    if (names == nullptr || std::ranges::find(*names, name) != names->end()) continue;
    throw error_at(text.place, fmt::format("'{{{}}}' is neither a parameter nor an argument; {}",
                                           name, did_you_mean(name, *names)));
  }
}

// Checks that scratch arrays have names of their own and known names in their shapes, and that
// variables are given inputs of the problem.
void require_array_names(const KernelDescription& kernel, const std::vector<std::string>* names,
                         const ArrayProblemDescription* problem) {
  std::vector<std::string> inputs;
  for (const ArrayDescription& scratch : kernel.scratch) {
    for (const Formula& extent : scratch.shape) require_expression(extent, names);
  }
  if (problem == nullptr) return;
  for (const ArrayDescription& array : problem->arrays) {
    const auto twice = std::ranges::find(kernel.scratch, array.name, &ArrayDescription::name);
    if (twice != kernel.scratch.end()) {
      throw error_at(twice->place,
                     fmt::format("the problem has an array '{}', too: rename this", array.name));
    }
    if (!array.output) inputs.push_back(array.name);
  }
  for (const KernelVariable& variable : kernel.variables) {
    if (std::ranges::find(inputs, variable.array.text) != inputs.end()) continue;
    throw error_at(variable.array.place,
                   fmt::format("'{}' is not an input of the problem; {}", variable.array.text,
                               did_you_mean(variable.array.text, inputs)));
  }
}

// Checks the names of constraints that only compiling a configuration decides.
void require_compiled_names(const KernelDescription& kernel,
                            const std::vector<std::string>* names) {
  if (names == nullptr) return;
  std::vector<std::string> all = *names;
  all.insert(all.end(), device::compiled_facts.begin(), device::compiled_facts.end());
  all.insert(all.end(), device::fact_names.begin(), device::fact_names.end());
  for (const Formula& constraint : kernel.compiled_constraints) {
    require_expression(constraint, &all);
  }
}

// Replaces the names of defines in a kernel's expressions and checks all others. The names of a
// plugin's problem are known only when the kernel runs.
void require_names(KernelDescription& kernel, const ArrayProblemDescription* problem) {
  std::vector<std::string> names;
  std::vector<std::string> arrays;
  for (const Parameter& parameter : kernel.parameters) names.push_back(parameter.name);
  for (const ArrayDescription& scratch : kernel.scratch) arrays.push_back(scratch.name);
  if (problem != nullptr) {
    for (const auto& argument : problem->arguments) names.push_back(argument.name);
    for (const auto& array : problem->arrays) arrays.push_back(array.name);
  }
  const auto* known = problem == nullptr ? nullptr : &names;
  for (const auto& define : kernel.defines) require_expression(define.second, known);
  expand_defines(kernel, names);
  for (const KernelLimit& limit : kernel.limits) require_expression(limit.value, known);
  require_free_names(kernel);
  require_names_in_braces(kernel.options, known);
  require_names_in_braces(kernel.generator, known);
  require_constants(kernel);
  if (kernel.threads) require_expression(*kernel.threads, known);
  require_compiled_names(kernel, known);
  require_array_names(kernel, known, problem);
  require_array_types(kernel, problem);
  require_launch_names(kernel, known, problem == nullptr ? nullptr : &arrays);
  resolve_images(kernel, problem);
}

// The reference's configuration: the kernel's parameters with the values given for them, or else
// the most precise types, or defaults.
Bindings configuration_of(const KernelDescription& kernel, const ReferenceDescription& reference) {
  try {
    return bind_parameters(fmt::format("kernel '{}'", kernel.name), kernel.parameters,
                           with_precise_types(kernel, reference.configuration));
  } catch (const Error& error) {
    throw error_at(reference.place, error.what());
  }
}

// Copies the kernel that a reference names, or the problem's first kernel, into the reference. The
// latter counts as an assumption if that kernel itself competes.
void join_reference(ArrayProblemDescription& problem,
                    const std::vector<KernelDescription>& kernels) {
  ReferenceDescription& reference = problem.reference;
  if (!reference.kernel) return;
  std::vector<std::string> known;
  for (const KernelDescription& kernel : kernels) {
    if (kernel.problem != problem.name) continue;
    known.push_back(kernel.name);
    if (!reference.assumed && kernel.name != reference.kernel->name) continue;
    reference.configuration = configuration_of(kernel, reference);
    reference.kernel = kernel;
    // A kernel that does not compete can only be meant as the reference.
    if (!kernel.competes) reference.assumed = false;
    return;
  }
  if (reference.assumed) throw error_at(problem.place, "no [[kernel]] solves the problem: add one");
  throw error_at(reference.place, fmt::format("there is no kernel '{}'; {}", reference.kernel->name,
                                              did_you_mean(reference.kernel->name, known)));
}

}  // namespace

KernelFiles read_kernel_files(const TomlTable& top, const std::string& name) {
  KernelFiles files;
  for (const auto* table : top.one_or_more_tables("problem")) {
    files.problems.push_back(read_array_problem(*table, name));
    const auto& added = files.problems.back();
    if (std::ranges::count(files.problems, added.name, &ArrayProblemDescription::name) > 1) {
      throw error_at(
          added.place,
          fmt::format("there are two problems '{}': give each a name of its own", added.name));
    }
  }
  for (const auto* table : top.one_or_more_tables("kernel")) {
    files.kernels.push_back(read_kernel(*table, files, top));
  }
  join_kernels(files);
  return files;
}

void join_kernels(KernelFiles& files) {
  name_kernels(files.kernels);
  lay_out_structs(files);
  for (KernelDescription& kernel : files.kernels) {
    const auto problem =
        std::ranges::find(files.problems, kernel.problem, &ArrayProblemDescription::name);
    require_names(kernel, problem == files.problems.end() ? nullptr : &*problem);
  }
  for (auto& problem : files.problems) {
    join_array_types(problem, files.kernels);
    join_reference(problem, files.kernels);
  }
}

}  // namespace assay
