#include "framework/scenario/tolerances.hpp"

#include <string>

#include "framework/kernel_file/element.hpp"
#include "framework/scenario/array_problem.hpp"

namespace assay {
namespace {

constexpr double any_tolerance = 1e300;

Tolerance read_one(const TomlTable& reader, const std::string& key) {
  Tolerance tolerance;
  const auto* node = reader.raw().get(key);
  if (!node->is_table()) {
    reader.read(key, tolerance.relative, 0, any_tolerance);
    tolerance.absolute = tolerance.relative;
    tolerance.scaled = true;
    return tolerance;
  }
  const TomlTable table(*node->as_table(), key, {"relative", "absolute"});
  table.read("relative", tolerance.relative, 0, any_tolerance);
  table.read("absolute", tolerance.absolute, 0, any_tolerance);
  return tolerance;
}

bool is_by_type(const toml::table& table) {
  return !table.empty() && !table.contains("relative") && !table.contains("absolute");
}

}  // namespace

void read_tolerance(const TomlTable& reader, ArrayDescription& array) {
  const auto* node = reader.raw().get("tolerance");
  if (node == nullptr) return;
  array.type_tolerances.clear();
  array.tolerance_given = !node->is_table() || !is_by_type(*node->as_table());
  if (array.tolerance_given) {
    array.tolerance = read_one(reader, "tolerance");
    return;
  }
  array.tolerance = usual_tolerance(array.element);
  const TomlTable table(*node->as_table(), "tolerance", {});
  for (const std::string& type : keys_as_written(table.raw())) {
    const assay_element element = read_element(type, table.place_of(type));
    if (is_whole(element)) {
      throw table.error_at(type, "has no tolerance of its own: whole numbers must be equal");
    }
    const Tolerance tolerance = read_one(table, type);
    if (part_of(element) == part_of(array.element)) {
      array.tolerance = tolerance;
    } else {
      array.type_tolerances.push_back({element, tolerance});
    }
  }
}

void read_member_tolerance(const TomlTable& problem, const TomlTable& array,
                           const TomlTable& reader, ArrayMember& member) {
  ArrayDescription alike;
  alike.element = member.element;
  alike.tolerance = usual_tolerance(member.element);
  read_tolerance(problem, alike);
  member.tolerance = alike.tolerance;
  for (const TomlTable* each : {&array, &reader}) {
    const auto* node = each->raw().get("tolerance");
    if (node == nullptr) continue;
    if (node->is_table() && is_by_type(*node->as_table())) {
      throw each->error_at("tolerance",
                           "is one for each of several types, but a member of structs has one type "
                           "in all kernels: give the member one tolerance");
    }
    member.tolerance = read_one(*each, "tolerance");
  }
}

}  // namespace assay
