#include "framework/scenario/launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/scenario/array_types.hpp"
#include "framework/scenario/constant_names.hpp"
#include "framework/scenario/images.hpp"
#include "framework/scenario/placed_text.hpp"

namespace assay {
namespace {

constexpr const char* argument_forms =
    "an argument is the name of an array, a value such as { int = \"n\" } or { float4 = [0, 0, 0, "
    "\"n\"] }, { struct = [{ int = \"n\" }, ...] }, bytes of local memory such as { local = \"4 * "
    "block\" }, one of several arrays, { cycle = [\"a\", \"b\"], at = \"pass\" }, or an array "
    "shown by "
    "an image, { image = \"a\" }, { texture = \"a\" }, { sampler = { filter = \"linear\" } }";

// Reads { int = "n" } or { float4 = ["x", "y", 0, 1] }: `type` and the node behind it.
// The type may also be a parameter whose values are types.
ValuePart read_part(const std::string& type, const toml::node& node,
                    const KernelDescription& kernel) {
  const std::string place = location(node);
  if (is_type_parameter(kernel, type)) {
    ValuePart part{ASSAY_F32, {placed_text(node, type)}, {type, place}};
    part.element = possible_elements(kernel, part).front();
    return part;
  }
  const auto vector = vector_named(type);
  if (!vector) return {read_element(type, place), {placed_text(node, type)}};
  ValuePart part{vector->element, {}};
  const auto* array = node.as_array();
  if (array == nullptr || array->size() != vector->width) {
    throw usage_error("{}: '{}' must be an array of {} numbers or expressions", place, type,
                      vector->width);
  }
  for (const auto& number : *array) part.numbers.push_back(placed_text(number, type));
  return part;
}

std::vector<ValuePart> read_struct(const toml::node& node, const KernelDescription& kernel) {
  std::vector<ValuePart> parts;
  const auto* members = node.as_array();
  for (std::size_t k = 0; members != nullptr && k < members->size(); ++k) {
    const auto* member = members->get(k)->as_table();
    if (member == nullptr || member->size() != 1) {
      parts.clear();
      break;
    }
    const std::string type(member->begin()->first.str());
    parts.push_back(read_part(type, member->begin()->second, kernel));
  }
  if (!parts.empty()) return parts;
  throw usage_error(
      "{}: 'struct' must be an array of its members in order, each with its type, such as "
      "[{{ int = \"n\" }}, {{ float4 = [0, 0, 0, 1] }}]",
      location(node));
}

// Reads { cycle = ["a", "b"], at = "pass" }.
void read_cycle(const TomlTable& reader, KernelArgument& argument) {
  for (const Value& name : reader.values("cycle")) argument.arrays.push_back(to_string(name));
  const auto* at = reader.raw().get("at");
  if (argument.arrays.size() < 2 || at == nullptr) {
    throw reader.error_at("cycle",
                          "needs two or more arrays, and 'at', the number of the one to take");
  }
  argument.value = placed_text(*at, "at");
}

KernelArgument read_argument(const toml::node& node, const KernelDescription& kernel) {
  KernelArgument argument;
  argument.place = location(node);
  if (const auto* text = node.as_string()) {
    argument.arrays = {text->get()};
    return argument;
  }
  const auto* table = node.as_table();
  if (table != nullptr && table->contains("cycle")) {
    read_cycle(TomlTable(*table, "kernel.arguments", {"cycle", "at"}), argument);
    return argument;
  }
  if (table != nullptr && read_image_argument(*table, kernel.backend, argument)) return argument;
  if (table == nullptr || table->size() != 1) {
    throw usage_error("{}: {}", argument.place, argument_forms);
  }
  const std::string type(table->begin()->first.str());
  const toml::node& value = table->begin()->second;
  if (type == "local" || type == "shared") {
    argument.kind = KernelArgument::Kind::local;
    argument.value = placed_text(value, type);
    return argument;
  }
  argument.kind = KernelArgument::Kind::value;
  argument.is_struct = type == "struct";
  argument.parts =
      argument.is_struct ? read_struct(value, kernel) : std::vector{read_part(type, value, kernel)};
  return argument;
}

// A table of one launch or loop. Keys that it lacks are looked up in the kernel's own table.
class LaunchReader {
 public:
  LaunchReader(const TomlTable& own, const TomlTable& kernel, const KernelDescription& description)
      : own_(own), kernel_(kernel), description_(description) {}

  KernelLaunch read() {
    KernelLaunch launch;
    launch.place = location(own_.raw());
    const TomlTable& naming = with({"function"});
    launch.function.place = naming.place_of(naming.has("function") ? "function" : "source");
    naming.read("function", launch.function.text);
    read_arguments(launch);
    if (&own_ != &kernel_) read_defines(launch);
    if (description_.backend == ASSAY_CPU) {
      require_host_launch(launch);
    } else {
      read_sizes(launch);
    }
    return launch;
  }

 private:
  [[nodiscard]] const TomlTable& with(std::initializer_list<std::string_view> keys) const {
    const bool has = std::ranges::any_of(keys, [&](auto key) { return own_.has(key); });
    return has ? own_ : kernel_;
  }

  void read_arguments(KernelLaunch& launch) const {
    const TomlTable& reader = with({"arguments"});
    const auto* arguments = reader.raw().get("arguments");
    if (arguments == nullptr || !arguments->is_array()) {
      throw reader.error_at("arguments",
                            "must be an array of the function's arguments, in order: [\"a\", "
                            "\"b\", { int = \"n\" }]");
    }
    for (const auto& node : *arguments->as_array()) {
      launch.arguments.push_back(read_argument(node, description_));
    }
  }

  void read_defines(KernelLaunch& launch) const {
    const auto* defines = own_.table("defines");
    if (defines == nullptr) return;
    if (description_.backend == ASSAY_CPU) {
      throw own_.error_at("defines",
                          "of a launch belong to kernels of devices; code of the host is compiled "
                          "once: give the function an argument, or the kernel the 'defines'");
    }
    launch.defines = read_constants(*defines);
  }

  // Code of the host is called once, without groups.
  void require_host_launch(const KernelLaunch& launch) const {
    if (launch.function.text.empty()) {
      throw own_.error_at("function", "is missing: name the function to call");
    }
    for (const KernelArgument& argument : launch.arguments) {
      if (argument.kind == KernelArgument::Kind::local) {
        throw usage_error("{}: code of the host has no local memory: use a scratch array",
                          argument.place);
      }
    }
    for (const char* key : {"block", "local", "grid", "global"}) {
      if (!with({key}).has(key)) continue;
      throw with({key}).error_at(key,
                                 "belongs to kernels of devices; code of the host is called "
                                 "once, and starts its threads itself");
    }
  }

  // Returns which of two spellings is used, CUDA's or OpenCL's; using both at once is an error.
  static std::string_view spelling(const TomlTable& reader, std::string_view one,
                                   std::string_view other) {
    if (reader.has(one) && reader.has(other)) {
      throw reader.error_at(other,
                            fmt::format("and '{}' exclude each other: give one of them", one));
    }
    return reader.has(one) ? one : other;
  }

  // The group size if neither `block` nor `local` is given: Kernel Tuner's usual names of block
  // sizes.
  [[nodiscard]] std::vector<Formula> usual_group() const {
    std::vector<Formula> group;
    for (const char* name : {"block_size_x", "block_size_y", "block_size_z"}) {
      const auto found = std::ranges::find(description_.parameters, name, &Parameter::name);
      if (found == description_.parameters.end()) break;
      group.push_back({name, description_.place});
    }
    return group;
  }

  void read_sizes(KernelLaunch& launch) const {
    const TomlTable& groups = with({"block", "local"});
    const auto local = spelling(groups, "block", "local");
    launch.group = groups.has(local) ? placed_texts(groups, local) : usual_group();
    if (launch.group.empty()) {
      throw own_.error_at("local",
                          "is missing: give the work items of a group in each dimension, such as "
                          "local = \"block_size\" (for CUDA, `block` is accepted, too)");
    }
    const TomlTable& extents = with({"grid", "global"});
    const auto extent = spelling(extents, "grid", "global");
    launch.in_items = extent == "global";
    launch.extent = placed_texts(extents, extent);
    if (launch.extent.empty()) {
      throw own_.error_at("global",
                          "is missing: give the number of work items in each dimension (rounded up "
                          "to whole groups), or `grid`, the number of groups");
    }
    // A group is 1 in each dimension that it does not give.
    while (launch.group.size() < launch.extent.size()) {
      launch.group.push_back({"1", launch.group.front().place});
    }
    if (launch.extent.size() != launch.group.size() || launch.group.size() > 3) {
      throw extents.error_at(
          extent, fmt::format("has {} dimensions and '{}' has {}: give one to three, "
                              "and '{}' no more than '{}'",
                              launch.extent.size(), local, launch.group.size(), local, extent));
    }
  }

  const TomlTable& own_;
  const TomlTable& kernel_;
  const KernelDescription& description_;
};

std::optional<Formula> read_formula(const TomlTable& reader, std::string_view key) {
  const auto* node = reader.raw().get(key);
  if (node == nullptr) return std::nullopt;
  return placed_text(*node, std::string(key));
}

std::vector<KernelStep> read_list(const TomlTable& list, const TomlTable& kernel,
                                  const KernelDescription& description, std::size_t depth);

KernelStep read_step(const toml::table& table, const TomlTable& kernel,
                     const KernelDescription& description, std::size_t depth) {
  const bool is_loop = table.contains("launches");
  const TomlTable reader =
      is_loop
          ? TomlTable(table, "kernel.launches", {"launches", "when", "repeat", "index", "until"})
          : TomlTable(
                table, "kernel.launches",
                {"function", "arguments", "block", "local", "grid", "global", "when", "defines"});
  KernelStep step;
  step.place = location(table);
  step.when = read_formula(reader, "when");
  if (!is_loop) {
    step.launch = LaunchReader(reader, kernel, description).read();
    return step;
  }
  step.repeat = read_formula(reader, "repeat");
  reader.read("index", step.index);
  reader.read("until", step.until);
  if (!step.until.empty() && !step.repeat) {
    throw reader.error_at("until", "needs 'repeat', too: how often the loop may run at most");
  }
  if (!step.index.empty()) {
    if (!is_identifier(step.index)) {
      throw reader.error_at("index", "is not a valid name: use letters, digits and _");
    }
    require_argument_name(step.index, reader.place_of("index"));
  }
  step.steps = read_list(reader, kernel, description, depth + 1);
  return step;
}

std::vector<KernelStep> read_list(const TomlTable& list, const TomlTable& kernel,
                                  const KernelDescription& description, std::size_t depth) {
  constexpr std::size_t deepest = 8;
  if (depth > deepest) {
    throw list.error_at("launches", fmt::format("are nested more than {} deep", deepest));
  }
  std::vector<KernelStep> steps;
  const auto* nodes = list.raw().get("launches")->as_array();
  for (std::size_t k = 0; nodes != nullptr && k < nodes->size(); ++k) {
    const auto* table = nodes->get(k)->as_table();
    if (table == nullptr) {
      steps.clear();
      break;
    }
    steps.push_back(read_step(*table, kernel, description, depth));
  }
  if (!steps.empty()) return steps;
  throw list.error_at("launches",
                      "must be an array of tables, each a launch such as { function = \"sum\", "
                      "arguments = [...], local = 64, grid = \"blocks\" }, or a loop such as "
                      "{ repeat = 10, launches = [...] }");
}

// A value without names is the same in every launch, so it is checked when it is read.
void require_number(const Formula& formula, assay_element element) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(formula.text, names));
  if (!names.empty()) return;
  const Value value = FormulaNames().value(formula);
  try {
    static_cast<void>(bytes_of(value, element));
  } catch (const Error& error) {
    throw error_at(formula.place, error.what());
  }
}

class NameCheck {
 public:
  NameCheck(const std::vector<std::string>* names, const std::vector<std::string>* arrays)
      : names_(names), arrays_(arrays) {}

  void check(const std::vector<KernelStep>& steps, const std::vector<std::string>& indexes) const {
    for (const KernelStep& step : steps) {
      if (step.when) check(*step.when, indexes);
      if (step.repeat) check(*step.repeat, indexes);
      if (!step.until.empty()) check_array(step.until, step.place);
      if (step.launch) check(*step.launch, indexes);
      auto inner = indexes;
      if (!step.index.empty()) add_index(step, inner);
      check(step.steps, inner);
    }
  }

 private:
  void add_index(const KernelStep& step, std::vector<std::string>& indexes) const {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, step.index) != names.end();
    };
    if (has(indexes) || (names_ != nullptr && has(*names_))) {
      throw error_at(step.place, fmt::format("the index '{}' is also a parameter, an argument or "
                                             "the index of an outer loop: rename it",
                                             step.index));
    }
    indexes.push_back(step.index);
  }

  void check(const KernelLaunch& launch, const std::vector<std::string>& indexes) const {
    for (const auto& [name, formula] : launch.defines) check_constant(name, formula, indexes);
    for (const Formula& formula : launch.group) check(formula, indexes);
    for (const Formula& formula : launch.extent) check(formula, indexes);
    for (const KernelArgument& argument : launch.arguments) {
      if (!argument.value.text.empty()) check(argument.value, indexes);
      if (argument.when) check(*argument.when, indexes);
      for (const std::string& array : argument.arrays) check_array(array, argument.place);
      for (const ValuePart& part : argument.parts) {
        for (const Formula& number : part.numbers) {
          check(number, indexes);
          if (part.type.text.empty()) require_number(number, part.element);
        }
      }
    }
  }

  // A program is compiled once for all repetitions of a loop.
  void check_constant(const std::string& name, const Formula& formula,
                      const std::vector<std::string>& indexes) const {
    std::vector<std::string> used;
    static_cast<void>(Expression::parse_collecting(formula.text, used));
    for (const std::string& index : indexes) {
      if (std::ranges::find(used, index) == used.end()) continue;
      throw error_at(formula.place,
                     fmt::format("the constant '{}' cannot follow the index '{}', which "
                                 "changes from repetition to repetition: pass it as an argument",
                                 name, index));
    }
    check(formula, {});
  }

  void check(const Formula& formula, const std::vector<std::string>& indexes) const {
    if (names_ == nullptr) return require_expression(formula, nullptr);
    auto all = *names_;
    all.insert(all.end(), indexes.begin(), indexes.end());
    require_expression(formula, &all);
  }

  void check_array(const std::string& name, const std::string& place) const {
    if (arrays_ == nullptr || std::ranges::find(*arrays_, name) != arrays_->end()) return;
    throw error_at(place,
                   fmt::format("'{}' is not an array of the problem; {} (a scalar is written "
                               "{{ int = \"{}\" }})",
                               name, did_you_mean(name, *arrays_), name));
  }

  const std::vector<std::string>* names_;
  const std::vector<std::string>* arrays_;
};

}  // namespace

void read_steps(const TomlTable& reader, KernelDescription& kernel) {
  if (!reader.has("launches")) {
    KernelStep& step = kernel.steps.emplace_back();
    step.place = kernel.place;
    step.launch = LaunchReader(reader, reader, kernel).read();
    return;
  }
  kernel.steps = read_list(reader, reader, kernel, 0);
}

void require_launch_names(const KernelDescription& kernel, const std::vector<std::string>* names,
                          const std::vector<std::string>* arrays) {
  NameCheck(names, arrays).check(kernel.steps, {});
}

}  // namespace assay
