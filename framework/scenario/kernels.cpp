#include "framework/scenario/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "framework/core/binding.hpp"
#include "framework/core/enumerator.hpp"
#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/names.hpp"
#include "framework/core/published.hpp"
#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/scenario/constant_names.hpp"
#include "framework/scenario/launches.hpp"
#include "framework/scenario/placed_text.hpp"

namespace assay {
namespace {

// Checks that no real occurs twice (1 and 1.0 are the same) and that all are finite, because no
// language has constants for other values.
void require_distinct_reals(const std::vector<Value>& values, const TomlTable& reader,
                            std::string_view key) {
  std::set<double> seen;
  for (const Value& value : values) {
    const auto* real = std::get_if<double>(&value);
    if (real == nullptr) continue;
    if (!std::isfinite(*real)) {
      throw reader.error_at(
          key, fmt::format("holds {}: a compile-time constant must be finite", to_string(value)));
    }
    if (seen.insert(*real).second) continue;
    throw reader.error_at(key, fmt::format("lists the value {} twice", to_string(value)));
  }
}

// Converts values to one kind; integers become reals if one of the values is a real.
std::vector<Value> of_one_kind(std::vector<Value> values, const TomlTable& reader,
                               std::string_view key) {
  const bool real = std::ranges::any_of(
      values, [](const Value& value) { return std::holds_alternative<double>(value); });
  for (Value& value : values) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (real && integer != nullptr) value = static_cast<double>(*integer);
    if (value.index() != values.front().index()) {
      throw reader.error_at(key, fmt::format("mixes {} and {}: give all values the same type",
                                             kind_name(values.front()), kind_name(value)));
    }
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && text->find_first_of("\t\n\"'\\") != std::string::npos) {
      throw reader.error_at(
          key, fmt::format("holds '{}': a compile-time constant cannot contain quotes", *text));
    }
  }
  require_distinct_reals(values, reader, key);
  return values;
}

// Reads tile = [1, 2, 4], or tile = { values = [1, 2, 4], default = 2, condition = "...", doc =
// "..." }.
Parameter read_parameter(const std::string& name, const TomlTable& parameters) {
  if (!is_identifier(name)) {
    throw parameters.error_at(name, "cannot be the name of a constant: use letters, digits and _");
  }
  Parameter parameter{name, "", {}, {}, ""};
  const auto* table = parameters.raw().get(name)->as_table();
  if (table == nullptr) {
    parameter.values = of_one_kind(parameters.values(name), parameters, name);
    parameter.default_value = parameter.values.front();
    return parameter;
  }
  const TomlTable reader(*table, "kernel.parameters." + name,
                         {"values", "default", "condition", "doc"});
  if (!reader.has("values")) throw reader.error_at("values", "is missing");
  parameter.values = of_one_kind(reader.values("values"), reader, "values");
  parameter.default_value = parameter.values.front();
  if (reader.has("default")) {
    const auto given = reader.values("default");
    const auto found = std::ranges::find_if(
        parameter.values, [&](const Value& value) { return same_value(value, given.front()); });
    if (given.size() != 1 || found == parameter.values.end()) {
      throw reader.error_at("default", "must be one of the values");
    }
    parameter.default_value = *found;
  }
  reader.read("condition", parameter.condition);
  if (!parameter.condition.empty()) {
    require_expression({parameter.condition, reader.place_of("condition")}, nullptr);
  }
  reader.read("doc", parameter.doc);
  return parameter;
}

// What the ending of a source's name says.
struct Ending {
  std::string_view text;
  assay_backend backend;
  HostLanguage language;  // if it is code of the host
};
constexpr std::array endings = {Ending{".cl", ASSAY_OPENCL, HostLanguage::none},
                                Ending{".cu", ASSAY_CUDA, HostLanguage::cuda},
                                Ending{".c", ASSAY_CPU, HostLanguage::c},
                                Ending{".cpp", ASSAY_CPU, HostLanguage::cxx},
                                Ending{".cc", ASSAY_CPU, HostLanguage::cxx},
                                Ending{".cxx", ASSAY_CPU, HostLanguage::cxx},
                                Ending{".f", ASSAY_CPU, HostLanguage::fortran},
                                Ending{".f90", ASSAY_CPU, HostLanguage::fortran},
                                Ending{".F90", ASSAY_CPU, HostLanguage::fortran}};

void read_backend(const TomlTable& reader, KernelDescription& kernel) {
  std::string backend;
  reader.read("backend", backend);
  const std::string text = std::filesystem::path(kernel.source.text).extension().string();
  const auto ending = std::ranges::find(endings, text, &Ending::text);
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

void read_host_keys(const TomlTable& reader, KernelDescription& kernel) {
  reader.read("compiler", kernel.compiler);
  if (const auto* threads = reader.raw().get("threads")) {
    kernel.threads = placed_text(*threads, "threads");
  }
  for (const char* key : {"compiler", "threads"}) {
    if (kernel.backend == ASSAY_CPU || !reader.has(key)) continue;
    throw reader.error_at(key, "belongs to code of the host, in C, C++ or Fortran");
  }
}

void read_lists(const TomlTable& reader, KernelDescription& kernel) {
  if (const auto* parameters = reader.table("parameters")) {
    constexpr std::size_t most_parameters = 256;  // ordering the parameters takes cubic time
    if (parameters->size() > most_parameters) {
      throw reader.error_at(
          "parameters", fmt::format("are {}, more than {}", parameters->size(), most_parameters));
    }
    const TomlTable table(*parameters, "kernel.parameters", {});
    for (const auto& name : keys_as_written(*parameters)) {
      kernel.parameters.push_back(read_parameter(name, table));
      kernel.parameter_places[name] = table.place_of(name);
    }
  }
  for (const PlacedText& constraint : placed_texts(reader, "constraints")) {
    require_expression(constraint, nullptr);
    kernel.constraints.push_back(
        {constraint.text, fmt::format("the scenario says so ({})", constraint.place)});
  }
  if (const auto* defines = reader.table("defines")) {
    for (const auto& name : keys_as_written(*defines)) {
      if (!is_identifier(name)) {
        throw usage_error("{}: '{}' cannot be the name of a constant: use letters, digits and _",
                          location(*defines->get(name)), name);
      }
      kernel.defines.emplace_back(name, placed_text(*defines->get(name), name));
    }
  }
  if (const auto* scratch = reader.table("scratch")) {
    for (const auto& name : keys_as_written(*scratch)) {
      kernel.scratch.push_back(read_scratch(name, *scratch->get(name)));
    }
  }
  if (const auto* variables = reader.table("variables")) {
    const TomlTable table(*variables, "kernel.variables", {});
    for (const auto& name : keys_as_written(*variables)) {
      kernel.variables.push_back({name, {table.required_text(name), table.place_of(name)}});
    }
  }
}

KernelDescription read_kernel(const toml::table& table, const KernelFiles& files) {
  const TomlTable reader(
      table, "kernel",
      {"name",        "problem", "source",  "function", "backend",  "arguments", "block",
       "local",       "grid",    "global",  "launches", "scratch",  "variables", "parameters",
       "constraints", "defines", "options", "device",   "compiler", "threads",   "competes"});
  KernelDescription kernel;
  kernel.place = location(table);
  kernel.source = {reader.required_text("source"), reader.place_of("source")};
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
  read_host_keys(reader, kernel);
  read_lists(reader, kernel);
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
  const auto used = names_in_braces(kernel.options.text);
  for (const Parameter& parameter : kernel.parameters) {
    for (const Value& value : parameter.values) {
      const auto* text = std::get_if<std::string>(&value);
      if (text == nullptr || (!text->empty() && text->find(' ') == std::string::npos)) continue;
      if (std::ranges::find(used, parameter.name) != used.end()) continue;
      throw error_at(kernel.place_of(parameter.name),
                     fmt::format("holds '{}': a compile-time constant is one word; several are "
                                 "options of the compiler if 'options' names {{{}}}",
                                 *text, parameter.name));
    }
  }
}

// Checks that names in braces of the compiler's options are known.
void require_option_names(const KernelDescription& kernel, const std::vector<std::string>* names) {
  for (const std::string& name : names_in_braces(kernel.options.text)) {
    if (names == nullptr || std::ranges::find(*names, name) != names->end()) continue;
    throw error_at(kernel.options.place,
                   fmt::format("'{{{}}}' is neither a parameter nor an argument; {}", name,
                               did_you_mean(name, *names)));
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

// Checks the names in a kernel's expressions. The names of a plugin's problem are known only when
// the kernel runs.
void require_names(const KernelDescription& kernel, const ArrayProblemDescription* problem) {
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
  require_free_names(kernel);
  require_option_names(kernel, known);
  require_constants(kernel);
  if (kernel.threads) require_expression(*kernel.threads, known);
  require_array_names(kernel, known, problem);
  require_launch_names(kernel, known, problem == nullptr ? nullptr : &arrays);
}

// The reference's configuration: the kernel's parameters with the values given for them.
Bindings configuration_of(const KernelDescription& kernel, const ReferenceDescription& reference) {
  try {
    return bind_parameters(fmt::format("kernel '{}'", kernel.name), kernel.parameters,
                           reference.configuration);
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
    files.kernels.push_back(read_kernel(*table, files));
  }
  join_kernels(files);
  return files;
}

void join_kernels(KernelFiles& files) {
  name_kernels(files.kernels);
  for (const KernelDescription& kernel : files.kernels) {
    const auto problem =
        std::ranges::find(files.problems, kernel.problem, &ArrayProblemDescription::name);
    require_names(kernel, problem == files.problems.end() ? nullptr : &*problem);
  }
  for (auto& problem : files.problems) join_reference(problem, files.kernels);
}

}  // namespace assay
