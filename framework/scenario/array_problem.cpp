#include "framework/scenario/array_problem.hpp"

#include <fmt/format.h>
#include <cmath>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/scenario/array_types.hpp"
#include "framework/scenario/constant_names.hpp"
#include "framework/scenario/fills.hpp"
#include "framework/scenario/placed_text.hpp"
#include "framework/scenario/struct_arrays.hpp"
#include "framework/scenario/tolerances.hpp"

namespace assay {
namespace {

// Reads an element type, or a vector type, whose width becomes the shape's last extent; of an array
// of a kernel also a parameter whose values are element types.
void read_type(const TomlTable& reader, const KernelDescription* kernel, ArrayDescription& array) {
  const std::string type = reader.required_text("type");
  const std::string place = reader.place_of("type");
  if (kernel != nullptr && is_type_parameter(*kernel, type)) {
    array.type = {type, place};
    array.element = possible_elements(*kernel, array).front();
    return;
  }
  const auto vector = vector_named(type);
  if (!vector) {
    array.element = read_element(type, place);
    return;
  }
  if (vector->width == 3) {
    throw usage_error(
        "{}: the memory of '{}' is that of 4 elements in OpenCL and of 3 in CUDA: give the array "
        "the type {} and all its elements",
        place, type, name_of(vector->element));
  }
  array.element = vector->element;
  array.width = vector->width;
  if (!array.shape.empty()) array.shape.push_back({std::to_string(vector->width), place});
}

const toml::table& table_of_array(const std::string& name, const toml::node& node) {
  if (!is_identifier(name)) {
    throw usage_error("{}: '{}' cannot be the name of an array: use letters, digits and _",
                      location(node), name);
  }
  if (node.is_table()) return *node.as_table();
  throw usage_error(
      "{}: array '{}' must be a table such as {{ type = \"float\", shape = \"n\", "
      "fill = \"uniform\" }}, not {}",
      location(node), name, kind_of(node));
}

// Reads an array of structs, which is one of their bytes.
void read_structs(const TomlTable& reader, const TomlTable* problem, ArrayDescription& array) {
  array.element = ASSAY_U8;
  array.members = read_members(reader, array.name, problem);
  if (array.members.front().fill.rule != "none") {
    array.fill.rule = "members";
  } else {
    array.fill = read_fill(reader, array.name, array.element);
  }
}

// The most extents that an array may have beside those of its elements.
std::size_t most_extents(const ArrayDescription& array) {
  std::size_t own = array.members.empty() ? 0 : 1;  // the bytes of structs are an extent
  for (const ArrayMember& member : array.members) own = std::max(own, extents_of(member).size());
  return ASSAY_MAX_RANK - std::min<std::size_t>(own, ASSAY_MAX_RANK);
}

// Reads what arrays of problems and of kernels have in common: of those of a problem, `kernel` is
// nullptr, and of those of a kernel, `problem`.
ArrayDescription read_elements(const TomlTable& reader, const std::string& name,
                               const TomlTable* problem, const KernelDescription* kernel) {
  ArrayDescription array;
  array.name = name;
  array.place = location(reader.raw());
  array.shape = placed_texts(reader, "shape");
  if (reader.has("struct")) {
    read_structs(reader, problem, array);
  } else {
    read_type(reader, kernel, array);
    array.fill = read_fill(reader, name, array.element);
  }
  reader.read("doc", array.doc);
  if (array.shape.size() > most_extents(array)) {
    throw reader.error_at("shape", fmt::format("has {} dimensions, but at most {} are supported",
                                               array.shape.size(), most_extents(array)));
  }
  if (array.shape.empty() && array.fill.rule != "file")
    throw reader.error_at("shape", "is missing");
  return array;
}

// Reads "n", the first n elements of a dimension, or { from = 1, to = "n - 1" }.
ComparedRange compared_range(const toml::node& node) {
  if (!node.is_table()) {
    PlacedText to = placed_text(node, "compare");
    return {{"0", to.place}, std::move(to)};
  }
  const TomlTable range(*node.as_table(), "compare", {"from", "to"});
  const auto bound = [&](const char* key) {
    const auto* value = range.raw().get(key);
    if (value != nullptr) return placed_text(*value, key);
    throw range.error_at(key,
                         "is missing: a range of elements is { from = 1, to = \"n - 1\" }, without "
                         "the element that 'to' counts to; \"n\" alone stands for the first n");
  };
  return {bound("from"), bound("to")};
}

// Reads compare = false, a range, or one for each dimension: whether an output is compared, or what
// of it.
void read_compared(const TomlTable& reader, ArrayDescription& array) {
  const auto* node = reader.raw().get("compare");
  if (node == nullptr) return;
  if (!array.output) {
    throw reader.error_at("compare", "belongs to an output: add output = true, or leave it out");
  }
  if (node->is_boolean()) {
    reader.read("compare", array.compared);
    return;
  }
  if (const auto* dimensions = node->as_array()) {
    if (dimensions->empty()) {
      throw reader.error_at("compare", "is an empty array: give at least one value");
    }
    for (const auto& each : *dimensions) array.ranges.push_back(compared_range(each));
  } else {
    array.ranges.push_back(compared_range(*node));
  }
  if (!array.shape.empty() && array.ranges.size() > array.shape.size()) {
    throw reader.error_at("compare", fmt::format("has {} dimensions, but the array has {}",
                                                 array.ranges.size(), array.shape.size()));
  }
}

ArrayDescription read_array(const std::string& name, const toml::node& node,
                            const TomlTable& problem) {
  const TomlTable reader(
      table_of_array(name, node), "problem.arrays." + name,
      {"type", "struct", "shape", "fill", "file", "output", "compare", "doc", "tolerance", "start",
       "step", "low", "high", "mean", "deviation", "seed", "of"});
  ArrayDescription array = read_elements(reader, name, &problem, nullptr);
  reader.read("output", array.output);
  read_compared(reader, array);
  array.tolerance = usual_tolerance(array.element);
  read_tolerance(problem, array);
  read_tolerance(reader, array);
  if (array.fill.rule == "none" && !array.output) {
    throw reader.error_at("fill",
                          "is missing: say how the array is filled (fill or file), or that "
                          "the kernel writes it (output = true)");
  }
  return array;
}

// Checks that an array interleaves arrays of its type that stand before it and have elements.
void require_parts(const ArrayDescription& array, const std::vector<ArrayDescription>& before) {
  std::vector<std::string> fitting;
  for (const ArrayDescription& other : before) {
    const bool same =
        other.element == array.element && other.fill.rule != "none" && other.members.empty();
    if (same && other.name != array.name) fitting.push_back(other.name);
  }
  for (const std::string& part : array.fill.of) {
    if (std::ranges::find(fitting, part) != fitting.end()) continue;
    throw error_at(array.place,
                   fmt::format("'{}' is not an array of {} with a fill or a file that stands "
                               "before '{}'{}",
                               part, name_of(array.element), array.name,
                               fitting.empty() ? "" : "; " + did_you_mean(part, fitting)));
  }
}

// Reads the files of the outputs: one text if there is one output, otherwise a table of them.
void read_files(const TomlTable& reader, std::string_view key,
                const std::vector<std::string>& outputs, ReferenceDescription& reference) {
  const auto* node = reader.raw().get(key);
  if (node->is_string()) {
    if (outputs.size() != 1) {
      throw reader.error_at(
          key, fmt::format("is one file, but there are several outputs, {}: give a table of files, "
                           "files = {{ {} = \"{}.npy\", ... }}",
                           fmt::join(outputs, ", "), outputs.front(), outputs.front()));
    }
    reference.files[outputs.front()] = reader.required_text(key);
    return;
  }
  const auto* table = reader.table(key);
  const TomlTable files(*table, "problem.reference.files", {});
  for (const auto& [name, file] : *table) {
    if (std::ranges::find(outputs, name.str()) == outputs.end()) {
      throw files.error_at(name.str(),
                           "is not an output to compare; " + did_you_mean(name.str(), outputs));
    }
    reference.files[std::string(name.str())] = files.required_text(name.str());
  }
  for (const std::string& output : outputs) {
    if (!reference.files.contains(output)) {
      throw reader.error_at(key, fmt::format("has no file for output '{}'; add one", output));
    }
  }
}

ReferenceDescription read_reference(const TomlTable& problem,
                                    const std::vector<std::string>& outputs) {
  ReferenceDescription reference;
  reference.place = problem.place_of("reference");
  const auto* node = problem.raw().get("reference");
  if (node == nullptr) {
    reference.assumed = true;
    reference.kernel.emplace();
    return reference;
  }
  if (node->is_string()) {
    read_files(problem, "reference", outputs, reference);
    return reference;
  }
  const TomlTable reader(*problem.table("reference"), "problem.reference",
                         {"file", "files", "command", "kernel", "parameters"});
  const auto ways = std::ranges::count_if(std::vector{"file", "files", "command", "kernel"},
                                          [&](const char* key) { return reader.has(key); });
  if (ways != 1) {
    throw problem.error_at("reference", "must have exactly one of file, files, command and kernel");
  }
  if (reader.has("parameters") && !reader.has("kernel")) {
    throw reader.error_at("parameters", "belong to a kernel: name it as 'kernel'");
  }
  if (reader.has("file")) read_files(reader, "file", outputs, reference);
  if (reader.has("files")) read_files(reader, "files", outputs, reference);
  reader.read("command", reference.command);
  if (reader.has("kernel")) {
    reference.kernel.emplace().name = reader.required_text("kernel");
    if (const auto* parameters = reader.table("parameters")) {
      const TomlTable values(*parameters, "problem.reference.parameters", {});
      for (const auto& name : keys_as_written(*parameters)) {
        reference.configuration.emplace_back(name, values.values(name).front());
      }
    }
  }
  return reference;
}

// Reads the command that judges outputs. `names` are those of the arguments.
VerifyDescription read_verify(const TomlTable& problem, const std::vector<std::string>& names,
                              const std::vector<std::string>& arrays,
                              const std::vector<std::string>& outputs) {
  VerifyDescription verify;
  const auto* table = problem.table("verify");
  if (table == nullptr) return verify;
  if (problem.has("reference")) {
    throw problem.error_at("verify", "and 'reference' exclude each other: give one of them");
  }
  const TomlTable reader(*table, "problem.verify", {"command", "seconds"});
  verify.place = problem.place_of("verify");
  verify.command = reader.required_text("command");
  reader.read("seconds", verify.seconds, 0.001, 86'400);
  std::vector<std::string> known = names;
  known.insert(known.end(), arrays.begin(), arrays.end());
  bool sees_output = false;
  for (const std::string& name : names_in_braces(verify.command)) {
    sees_output = sees_output || std::ranges::find(outputs, name) != outputs.end();
    if (std::ranges::find(known, name) != known.end()) continue;
    throw reader.error_at(
        "command", fmt::format("contains '{{{}}}', which is neither an argument nor an array; {}",
                               name, did_you_mean(name, known)));
  }
  if (sees_output) return verify;
  throw reader.error_at(
      "command", fmt::format("names no output, so it could not tell right from wrong: write "
                             "'{{{}}}' where it takes the name of the .npy file of output '{}'",
                             outputs.front(), outputs.front()));
}

// A command that judges outputs is given all of them, and chooses itself what it looks at.
void require_whole_outputs(const ArrayProblemDescription& problem) {
  if (problem.verify.command.empty()) return;
  for (const ArrayDescription& array : problem.arrays) {
    if (array.ranges.empty()) continue;
    throw error_at(array.ranges.front().to.place,
                   fmt::format("'compare' says how much of '{}' a reference is compared with, but "
                               "the command of 'verify' judges outputs: leave it out",
                               array.name));
  }
}

std::vector<ArgumentDescription> read_arguments(const TomlTable& problem) {
  std::vector<ArgumentDescription> arguments;
  const auto* table = problem.table("arguments");
  if (table == nullptr) return arguments;
  const TomlTable reader(*table, "problem.arguments", {});
  for (const auto& name : keys_as_written(*table)) {
    const auto value = scalar(*table->get(name));
    if (!value) {
      throw reader.error_at(
          name, "must be one value, the default; arrays of values belong in [[instance]]");
    }
    if (!is_identifier(name))
      throw reader.error_at(name, "is not a valid name: use letters, digits and _");
    require_argument_name(name, reader.place_of(name));
    arguments.push_back({name, "", *value, {}});
  }
  return arguments;
}

// Reads entries such as ranges.n = [1, 4096].
void read_ranges(const TomlTable& problem, std::vector<ArgumentDescription>& arguments) {
  const auto* table = problem.table("ranges");
  if (table == nullptr) return;
  const TomlTable reader(*table, "problem.ranges", {});
  for (const auto& name : keys_as_written(*table)) {
    const auto argument = std::ranges::find(arguments, name, &ArgumentDescription::name);
    if (argument == arguments.end()) {
      throw reader.error_at(name, "is not an argument of the problem");
    }
    const auto ends = reader.values(name);
    const auto number = [](const Value& value) {
      const auto* integer = std::get_if<std::int64_t>(&value);
      if (integer != nullptr) return static_cast<double>(*integer);
      const auto* real = std::get_if<double>(&value);
      return real == nullptr ? std::nan("") : *real;
    };
    if (ends.size() != 2 || !(number(ends[0]) <= number(ends[1]))) {
      throw reader.error_at(name, "must be two numbers, the lower one first: [1, 4096]");
    }
    argument->domain = ArgumentDomain{number(ends[0]), number(ends[1])};
  }
}

}  // namespace

ArrayDescription read_scratch(const std::string& name, const toml::node& node,
                              const KernelDescription& kernel) {
  const TomlTable reader(table_of_array(name, node), "kernel.scratch." + name,
                         {"type", "struct", "shape", "fill", "doc", "start", "step", "low", "high",
                          "mean", "deviation", "seed"});
  return read_elements(reader, name, nullptr, &kernel);
}

assay_element read_element(const std::string& type, const std::string& place) {
  if (const auto element = element_named(type)) return *element;
  std::string cure = did_you_mean(type, element_names());
  if (nearest_name(type, element_names()).empty()) {
    cure =
        "choose float, double, half, bfloat16, bool, char, short, int, long or the unsigned form "
        "of "
        "one of these; of structs give the members, as struct = [...], of anything else the bytes, "
        "as "
        "unsigned char";
  }
  throw usage_error("{}: no array or scalar can be of type '{}'; {}", place, type, cure);
}

ArrayProblemDescription read_array_problem(const toml::table& table, const std::string& name) {
  const TomlTable reader(table, "problem",
                         {"name", "doc", "arguments", "ranges", "arrays", "reference", "verify",
                          "tolerance", "flops", "bytes"});
  ArrayProblemDescription problem;
  problem.name = name;
  problem.place = location(table);
  reader.read("name", problem.name);
  problem.doc = "Arrays and kernels of a scenario.";
  reader.read("doc", problem.doc);
  problem.arguments = read_arguments(reader);
  read_ranges(reader, problem.arguments);
  std::vector<std::string> names;
  for (const auto& argument : problem.arguments) names.push_back(argument.name);
  const auto* arrays = reader.table("arrays");
  if (arrays == nullptr)
    throw reader.error_at("arrays", "is missing: name the arrays of the kernels");
  std::vector<std::string> outputs;
  std::vector<std::string> compared;
  for (const auto& array : keys_as_written(*arrays)) {
    problem.arrays.push_back(read_array(array, *arrays->get(array), reader));
    for (const Formula& extent : problem.arrays.back().shape) require_expression(extent, &names);
    for (const auto& [from, to] : problem.arrays.back().ranges) {
      require_expression(from, &names);
      require_expression(to, &names);
    }
    require_parts(problem.arrays.back(), problem.arrays);
    if (problem.arrays.back().output) outputs.push_back(array);
    if (problem.arrays.back().output && problem.arrays.back().compared) compared.push_back(array);
  }
  if (outputs.empty()) {
    throw reader.error_at("arrays",
                          "has no output: mark what the kernels write with output = true");
  }
  if (compared.empty()) {
    throw reader.error_at("arrays",
                          "has no output that is compared, so that anything would pass: leave out "
                          "compare = false where the result lies");
  }
  for (auto [key, formula] :
       {std::pair("flops", &problem.flops), std::pair("bytes", &problem.bytes)}) {
    const auto* node = table.get(key);
    if (node == nullptr) continue;
    *formula = placed_text(*node, key);
    require_expression(**formula, &names);
  }
  problem.verify = read_verify(reader, names, keys_as_written(*arrays), outputs);
  require_whole_outputs(problem);
  if (problem.verify.command.empty()) problem.reference = read_reference(reader, compared);
  return problem;
}

}  // namespace assay
