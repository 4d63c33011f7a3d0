// Reads the parameters of a [[kernel]]. Internal to the scenario.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// The values that each argument of a kernel's problem takes in the scenario's instances, its
// default included.
using ArgumentValues = std::map<std::string, std::vector<Value>>;

// A parameter, and the constraint that its values bring along, if they do.
struct ReadParameter {
  Parameter parameter;
  std::vector<Constraint> constraints;
};

// Reads one of these, the values in order, the first of them the default:
//   tile = [1, 2, 4]
//   tile = { values = [1, 2, 4], default = 2, condition = "...", doc = "..." }
//   tile = { from = 16, to = 256, step = 16 }
//   tile = { powers_of = 2, from = 1, to = 64 }
//   tile = { divisors_of = "n" }              of any instance's n; constrained to those of the own
//   order = { permutations_of = ["x", "y"] }  as texts: "x,y", "y,x"
// Throws usage Error as read_scenario does.
[[nodiscard]] ReadParameter read_parameter(const std::string& name, const TomlTable& parameters,
                                           const ArgumentValues& arguments);

}  // namespace assay
