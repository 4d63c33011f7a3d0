// Problems small enough for the definition, and the plugin's variants run on them.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "tests/plugins/host/opencl_host.hpp"

namespace testing {

// A random adaptive grid in random order (no ancestor need come first) with random data and
// coefficients. Some coordinates are hostile: 0, 1, grid points, the smallest numbers.
struct Case {
  Case(std::size_t dimension_count, std::size_t data_points, unsigned seed);
  // A case on the given grid.
  Case(const sparse_grid::Grid& grid, std::size_t data_points, unsigned seed);

  std::size_t dimensions;
  std::vector<std::uint32_t> levels;   // [n][dimensions]
  std::vector<std::uint32_t> indices;  // [n][dimensions]
  std::vector<double> data;            // [m][dimensions], exact in float
  std::vector<double> surpluses;       // [n], exact in float
  std::vector<double> weights;         // [m], exact in float

  [[nodiscard]] std::size_t grid_points() const { return surpluses.size(); }
  [[nodiscard]] std::size_t data_points() const { return weights.size(); }
  [[nodiscard]] sparse_grid::GridPoints grid() const { return {dimensions, levels, indices}; }

 private:
  void draw(const sparse_grid::Grid& grid, std::size_t data_points, std::mt19937& random);
};

// A result by the definition and how far a correct one may lie from it for a unit roundoff of 1:
// each of d factors is off by a few roundings on the support, each addition by one.
struct Expected {
  std::vector<double> values;
  std::vector<double> scales;
};
Expected direct_sum(const Case& problem, bool transposed);

using Setting = std::variant<bool, std::int64_t, double, std::string>;
using Configuration = std::map<std::string, Setting>;  // what differs from the defaults

const assay_plugin& plugin();
const assay_variant& find_variant(const std::string& name, bool transposed);
std::vector<const assay_variant*> opencl_variants();  // of the two products
inline bool is_transposed(const assay_variant& variant) {
  return std::string(variant.problem).ends_with("transposed");
}

// Where a variant has two halves, neither is empty in a Case of 3 or more dimensions.
Configuration with_both_halves(const assay_variant& variant);

// Changes other parameters so that the variant's constraints hold.
Configuration repaired(const assay_variant& variant, Configuration configuration);

struct Outcome {
  assay_status status = ASSAY_OK;
  std::string failure;
  double first_error = 0;   // worst deviation in units of the tolerance; <= 1 is right
  double second_error = 0;  // of a second run with other coefficients
  bool same_bits = false;   // the second result is what the first was, times what its input was
};
// Prepares, runs twice (the coefficients negated and doubled in between), destroys.
Outcome run(OpenClHost& host, const assay_variant& variant, const Case& problem, bool is_double,
            const Configuration& configuration);
// Calls compile without any data: only shapes and types.
assay_status compile(OpenClHost& host, const assay_variant& variant, const Case& problem,
                     bool is_double, const Configuration& configuration);

}  // namespace testing
