#include "framework/scenario/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/names.hpp"
#include "framework/core/published.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/scenario/constant_names.hpp"
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
    if (text != nullptr && text->find_first_of(" \t\n\"'\\") != std::string::npos) {
      throw reader.error_at(
          key, fmt::format("holds '{}': a compile-time constant cannot contain blanks or quotes",
                           *text));
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

KernelArgument read_argument(const toml::node& node) {
  KernelArgument argument;
  argument.place = location(node);
  if (const auto* text = node.as_string()) {
    argument.array = text->get();
    return argument;
  }
  const auto* table = node.as_table();
  if (table == nullptr || table->size() != 1) {
    throw usage_error(
        "{}: an argument is the name of an array, a scalar such as {{ int = \"n\" }}, or "
        "bytes of local memory such as {{ local = \"4 * block\" }}",
        argument.place);
  }
  const std::string type(table->begin()->first.str());
  argument.value = placed_text(table->begin()->second, type);
  if (type == "local" || type == "shared") {
    argument.kind = KernelArgument::Kind::local;
  } else {
    argument.kind = KernelArgument::Kind::scalar;
    argument.element = read_element(type, argument.place);
  }
  return argument;
}

// Returns which of two spellings is used, CUDA's or OpenCL's; using both at once is an error.
std::string_view spelling(const TomlTable& reader, std::string_view one, std::string_view other) {
  if (reader.has(one) && reader.has(other)) {
    throw reader.error_at(other, fmt::format("and '{}' exclude each other: give one of them", one));
  }
  return reader.has(one) ? one : other;
}

// The group size if neither `block` nor `local` is given: Kernel Tuner's usual names of block
// sizes.
std::vector<Formula> usual_group(const KernelDescription& kernel) {
  std::vector<Formula> group;
  for (const char* name : {"block_size_x", "block_size_y", "block_size_z"}) {
    const auto found = std::ranges::find(kernel.parameters, name, &Parameter::name);
    if (found == kernel.parameters.end()) break;
    group.push_back({name, kernel.place});
  }
  return group;
}

void read_launch(const TomlTable& reader, KernelDescription& kernel) {
  const auto local = spelling(reader, "block", "local");
  kernel.group = reader.has(local) ? placed_texts(reader, local) : usual_group(kernel);
  if (kernel.group.empty()) {
    throw reader.error_at("local",
                          "is missing: give the work items of a group in each dimension, such as "
                          "local = \"block_size\" (for CUDA, `block` is accepted, too)");
  }
  const auto extent = spelling(reader, "grid", "global");
  kernel.in_items = extent == "global";
  kernel.extent = placed_texts(reader, extent);
  if (kernel.extent.empty()) {
    throw reader.error_at("global",
                          "is missing: give the number of work items in each dimension (rounded up "
                          "to whole groups), or `grid`, the number of groups");
  }
  if (kernel.extent.size() != kernel.group.size() || kernel.group.size() > 3) {
    throw reader.error_at(extent,
                          fmt::format("has {} dimensions and '{}' has {}: give one to three "
                                      "of each",
                                      kernel.extent.size(), local, kernel.group.size()));
  }
}

assay_backend read_backend(const TomlTable& reader, const std::string& source) {
  std::string backend;
  reader.read("backend", backend);
  const std::string ending = std::filesystem::path(source).extension().string();
  if (backend == "opencl" || (backend.empty() && ending == ".cl")) return ASSAY_OPENCL;
  if (backend == "cuda" || (backend.empty() && ending == ".cu")) return ASSAY_CUDA;
  if (!backend.empty()) throw reader.error_at("backend", "must be opencl or cuda");
  throw reader.error_at(
      "source",
      fmt::format("is '{}', neither a .cl nor a .cu file: add backend = \"opencl\" or \"cuda\"",
                  source));
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
  const auto* arguments = reader.raw().get("arguments");
  if (arguments == nullptr || !arguments->is_array()) {
    throw reader.error_at(
        "arguments",
        "must be an array of the function's arguments, in order: [\"a\", \"b\", { int = \"n\" }]");
  }
  for (const auto& node : *arguments->as_array()) kernel.arguments.push_back(read_argument(node));
}

KernelDescription read_kernel(const toml::table& table, const KernelFiles& files) {
  const TomlTable reader(
      table, "kernel",
      {"name", "problem", "source", "function", "backend", "arguments", "block", "local", "grid",
       "global", "parameters", "constraints", "defines", "options", "device", "competes"});
  KernelDescription kernel;
  kernel.place = location(table);
  kernel.source = {reader.required_text("source"), reader.place_of("source")};
  kernel.function.place = reader.place_of(reader.has("function") ? "function" : "source");
  reader.read("function", kernel.function.text);
  kernel.backend = read_backend(reader, kernel.source.text);
  reader.read("name", kernel.name);
  if (files.problems.size() == 1) kernel.problem = files.problems.front().name;
  reader.read("problem", kernel.problem);
  if (kernel.problem.empty()) {
    throw reader.error_at(
        "problem", "is missing: name the problem, since the scenario does not define exactly one");
  }
  reader.read("options", kernel.options);
  reader.read("competes", kernel.competes);
  read_lists(reader, kernel);
  read_launch(reader, kernel);
  return kernel;
}

std::string backend_text(assay_backend backend) {
  return backend == ASSAY_CUDA ? "cuda" : "opencl";
}

// Names kernels such as "matmul.opencl", by the function, or by the file if the function is not
// named because it is the only one in it.
void name_kernels(std::vector<KernelDescription>& kernels) {
  for (KernelDescription& kernel : kernels) {
    if (!kernel.name.empty()) continue;
    const std::string stem = kernel.function.text.empty()
                                 ? std::filesystem::path(kernel.source.text).stem().string()
                                 : kernel.function.text;
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

// A scalar without names has the same value in every launch, so it is checked when it is read.
void require_number(const KernelArgument& argument) {
  if (argument.kind != KernelArgument::Kind::scalar) return;
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(argument.value.text, names));
  if (!names.empty()) return;
  const Value value = FormulaNames().value(argument.value);
  try {
    static_cast<void>(bytes_of(value, argument.element));
  } catch (const Error& error) {
    throw error_at(argument.value.place, error.what());
  }
}

// Checks the names in a kernel's expressions. The names of a plugin's problem are known only when
// the kernel runs.
void require_names(const KernelDescription& kernel, const ArrayProblemDescription* problem) {
  std::vector<std::string> names;
  std::vector<std::string> arrays;
  for (const Parameter& parameter : kernel.parameters) names.push_back(parameter.name);
  if (problem != nullptr) {
    for (const auto& argument : problem->arguments) names.push_back(argument.name);
    for (const auto& array : problem->arrays) arrays.push_back(array.name);
  }
  const auto* known = problem == nullptr ? nullptr : &names;
  for (const Formula& formula : kernel.group) require_expression(formula, known);
  for (const Formula& formula : kernel.extent) require_expression(formula, known);
  for (const auto& define : kernel.defines) require_expression(define.second, known);
  require_free_names(kernel);
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.kind != KernelArgument::Kind::array) {
      require_expression(argument.value, known);
      require_number(argument);
    } else if (problem != nullptr && std::ranges::find(arrays, argument.array) == arrays.end()) {
      throw error_at(
          argument.place,
          fmt::format(
              "'{}' is not an array of the problem; {} (a scalar is written {{ int = \"{}\" }})",
              argument.array, did_you_mean(argument.array, arrays), argument.array));
    }
  }
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
