// Instances that a scenario draws from ranges and choices instead of naming each.
#pragma once

#include <string>
#include <vector>

#include "framework/core/value.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Whether the instances of this [[instance]] are drawn.
[[nodiscard]] inline bool are_drawn(const TomlTable& instance) { return instance.has("sample"); }

// Draws the arguments of instances, each once, as `sample` asks:
//
//   sample = 300
//   sample = { count = 300, held_out = 100, seed = 2, where = ["rows * columns <= 1e8"] }
//
//   length = { from = 100, to = 1e8, scale = "log", multiple_of = 4 }   a range
//   precision = { values = ["float", "double"], weights = [3, 1] }      a choice
//   operation = ["sum", "maximum"]                                      all equally often
//   seed = 7                                                            always the same
//
// Ranges include their ends. They are of whole numbers unless one end has a fraction or both are
// written as reals; every value is equally likely, or with the scale "log" every ratio. Draws lie
// more evenly than random ones (core/halton.hpp), and the same text gives the same ones. Throws
// usage Error with file:line:column for what is wrong, and where the ranges do not have as many
// instances.
//
// Held-out instances are further ones, whose sizes no others are close to: instances whose numbers
// from ranges lie between the same powers of two form a group, and each group is held out whole or
// not at all. There are `held_out` of them, or up to a group fewer, and their numbers lie within
// the ranges of the others'.
struct DrawnInstances {
  std::vector<Bindings> instances;
  std::vector<Bindings> held_out;
};
[[nodiscard]] DrawnInstances draw_instances(const TomlTable& instance);

}  // namespace assay
