#include "framework/scenario/struct_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "framework/core/error.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/scenario/fills.hpp"
#include "framework/scenario/placed_text.hpp"
#include "framework/scenario/tolerances.hpp"

namespace assay {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 16U;  // of a member that is an array

// Reads a number or a vector.
void read_type(const TomlTable& reader, ArrayMember& member) {
  const std::string type = reader.required_text("type");
  if (const auto vector = vector_named(type)) {
    member.element = vector->element;
    member.width = vector->width;
  } else {
    member.element = read_element(type, reader.place_of("type"));
  }
}

// Reads shape = 3 or [3, 2] of a member that is an array.
void read_shape(const TomlTable& reader, ArrayMember& member) {
  std::size_t elements = 1;
  for (const auto& [text, place] : placed_texts(reader, "shape")) {
    std::size_t extent = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), extent);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    if (!is_number || extent == 0 || extent > most_elements / elements) {
      throw reader.error_at("shape",
                            fmt::format("of a member must be a whole number or several, with at "
                                        "most {} elements in all: structs have one layout",
                                        most_elements));
    }
    elements *= extent;
    member.shape.push_back(static_cast<std::int64_t>(extent));
  }
  if (member.width != 3 || member.shape.empty()) return;
  throw reader.error_at(
      "shape", fmt::format("of vectors of three: they lie differently in OpenCL and CUDA. "
                           "Give the member the type {} and a last extent of 4 (OpenCL) or "
                           "3 (CUDA)",
                           name_of(member.element)));
}

void read_fill_of(const TomlTable& reader, const std::string& name, ArrayMember& member) {
  member.fill = read_fill(reader, name, member.element);
  if (member.fill.rule == "interleaved") {
    throw reader.error_at("fill", "interleaves arrays, not members: give the member another rule");
  }
}

void read_comparison(const TomlTable& reader, const TomlTable& array, const TomlTable& problem,
                     ArrayMember& member) {
  bool output = false;
  array.read("output", output);
  if (reader.has("compare") && !output) {
    throw reader.error_at("compare", "belongs to an output: add output = true to the array");
  }
  reader.read("compare", member.compared);
  read_member_tolerance(problem, array, reader, member);
}

ArrayMember read_member(const toml::node& node, const TomlTable& array, const std::string& name,
                        const TomlTable* problem) {
  const auto* table = node.as_table();
  if (table == nullptr) {
    throw usage_error(
        "{}: a member must be a table such as {{ name = \"position\", type = \"float4\" }}, not {}",
        location(node), kind_of(node));
  }
  const std::string path = "arrays." + name + ".struct";
  const TomlTable reader =
      problem == nullptr ? TomlTable(*table, path,
                                     {"name", "type", "shape", "fill", "start", "step", "low",
                                      "high", "mean", "deviation", "seed"})
                         : TomlTable(*table, path,
                                     {"name", "type", "shape", "fill", "start", "step", "low",
                                      "high", "mean", "deviation", "seed", "compare", "tolerance"});
  ArrayMember member;
  member.place = location(node);
  member.name = reader.required_text("name");
  if (!is_identifier(member.name)) {
    throw reader.error_at("name", "is not a name of C: use letters, digits and _");
  }
  read_type(reader, member);
  read_shape(reader, member);
  read_fill_of(reader, name + "." + member.name, member);
  if (problem != nullptr) read_comparison(reader, array, *problem, member);
  return member;
}

// Checks that an array's file or its members' fills give all of its elements, or nothing does.
void require_fills(const TomlTable& array, const std::vector<ArrayMember>& members) {
  const auto is_filled = [](const ArrayMember& member) { return member.fill.rule != "none"; };
  const auto filled = std::ranges::find_if(members, is_filled);
  if (filled == members.end()) return;
  if (array.has("file")) {
    throw error_at(filled->place,
                   "the array has its elements from a file: leave out the fill of "
                   "its members, or 'file'");
  }
  const auto other = std::ranges::find_if_not(members, is_filled);
  if (other == members.end()) return;
  throw error_at(other->place,
                 fmt::format("member '{}' has no fill, but '{}' has one: give it one, too, such as "
                             "fill = \"zeros\" where the kernel only writes it",
                             other->name, filled->name));
}

// Host code that nvcc compiles has the structs of CUDA.
assay_backend layout_of(const KernelDescription& kernel) {
  return kernel.language == HostLanguage::cuda ? ASSAY_CUDA : kernel.backend;
}

bool takes(const KernelDescription& kernel, const std::string& array) {
  bool found = std::ranges::any_of(
      kernel.variables, [&](const KernelVariable& each) { return each.array.text == array; });
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    for (const KernelArgument& argument : launch.arguments) {
      found = found || std::ranges::find(argument.arrays, array) != argument.arrays.end();
    }
  });
  return found;
}

// The first element of a flag decides, and a struct is no one element.
void require_plain_flags(const std::vector<KernelStep>& steps,
                         const std::vector<ArrayDescription>& arrays) {
  for (const KernelStep& step : steps) {
    require_plain_flags(step.steps, arrays);
    const auto flag = std::ranges::find(arrays, step.until, &ArrayDescription::name);
    if (flag == arrays.end() || flag->members.empty()) continue;
    throw error_at(step.place,
                   fmt::format("'until' names '{}', an array of structs: let the kernel "
                               "write the flag to an array of numbers",
                               step.until));
  }
}

void lay_out_for(ArrayDescription& array, const std::string& problem,
                 const std::vector<KernelDescription>& kernels) {
  const ArrayDescription plain = array;
  const KernelDescription* first = nullptr;
  for (const KernelDescription& kernel : kernels) {
    if (kernel.problem != problem || !takes(kernel, array.name)) continue;
    ArrayDescription own = plain;
    lay_out(own, layout_of(kernel));
    if (first == nullptr) {
      first = &kernel;
      array = std::move(own);
    } else if (own.members != array.members || own.struct_bytes != array.struct_bytes) {
      throw error_at(
          array.place,
          fmt::format("the structs of '{}' are {} for '{}', but {} for '{}': give all kernels "
                      "structs of one layout, with arrays of numbers in place of vectors",
                      array.name, struct_text(array), first->name, struct_text(own), kernel.name));
    }
  }
  if (first == nullptr) lay_out(array, ASSAY_CPU);
}

}  // namespace

std::vector<ArrayMember> read_members(const TomlTable& array, const std::string& name,
                                      const TomlTable* problem) {
  if (array.has("type")) {
    throw array.error_at("type", "and 'struct' exclude each other: give one of them");
  }
  if (array.has("fill")) {
    throw array.error_at("fill", "belongs to each member of the structs: write it there");
  }
  require_no_fill(array);
  const auto* nodes = array.raw().get("struct")->as_array();
  std::vector<ArrayMember> members;
  for (std::size_t k = 0; nodes != nullptr && k < nodes->size(); ++k) {
    ArrayMember member = read_member(*nodes->get(k), array, name, problem);
    if (std::ranges::find(members, member.name, &ArrayMember::name) != members.end()) {
      throw error_at(member.place, fmt::format("there are two members '{}'", member.name));
    }
    members.push_back(std::move(member));
  }
  constexpr std::size_t most_members = 256;
  if (members.empty() || members.size() > most_members) {
    throw array.error_at(
        "struct", fmt::format("must be an array of 1 to {} members in order, such as [{{ name "
                              "= \"position\", type = \"float4\", fill = \"uniform\" }}, {{ "
                              "name = \"id\", type = \"int\", fill = \"index\" }}]",
                              most_members));
  }
  require_fills(array, members);
  return members;
}

void lay_out_structs(KernelFiles& files) {
  const auto holds_structs = [](const ArrayDescription& array) { return !array.members.empty(); };
  for (KernelDescription& kernel : files.kernels) {
    for (ArrayDescription& scratch : kernel.scratch) {
      if (holds_structs(scratch)) lay_out(scratch, layout_of(kernel));
    }
    require_plain_flags(kernel.steps, kernel.scratch);
  }
  for (ArrayProblemDescription& problem : files.problems) {
    for (ArrayDescription& array : problem.arrays) {
      if (holds_structs(array)) lay_out_for(array, problem.name, files.kernels);
    }
    for (const KernelDescription& kernel : files.kernels) {
      if (kernel.problem == problem.name) require_plain_flags(kernel.steps, problem.arrays);
    }
  }
}

}  // namespace assay
