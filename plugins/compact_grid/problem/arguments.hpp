// The arguments that define an instance of the family's problems, after validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// The arguments of a grid and its values.
struct GridArguments {
  // Throws sdk::Error (ASSAY_INVALID) for values out of range, and the errors of Grid's
  // constructor.
  explicit GridArguments(const assay::sdk::Bindings& bound);

  Grid grid;
  bool is_float;
  std::string function;
  std::string array;         // a file's name; "" if there is a function
  std::string coefficients;  // a file's name or ""; only for `evaluate`
  std::uint64_t seed;

  [[nodiscard]] std::size_t element_bytes() const { return is_float ? 4 : 8; }
};

// The arguments of the points of evaluation.
struct PointArguments {
  explicit PointArguments(const assay::sdk::Bindings& bound);

  std::size_t count;
  std::string distribution;
  std::string file;  // "" where points are generated
};

std::vector<assay::sdk::Argument> grid_arguments();
std::vector<assay::sdk::Argument> point_arguments();

}  // namespace compact_grid
