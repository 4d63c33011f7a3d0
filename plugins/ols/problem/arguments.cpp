#include "ols/problem/arguments.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "ols/library/nist.hpp"

namespace ols {
namespace {

using assay::sdk::Bindings;
using assay::sdk::Error;
using assay::sdk::Value;

constexpr std::int64_t default_rows = 1000;
constexpr std::int64_t default_columns = 16;

[[noreturn]] void refuse(const std::string& message) { throw Error(ASSAY_INVALID, message); }

std::size_t integer(const Bindings& bound, const char* name, std::int64_t low, std::int64_t high) {
  const std::int64_t value = bound.integer(name);
  if (value < low || value > high) {
    refuse(fmt::format("{} = {} lies outside {} to {}", name, value, low, high));
  }
  return static_cast<std::size_t>(value);
}

double real(const Bindings& bound, const char* name, double low, double high) {
  const double value = bound.real(name);
  if (!(value >= low && value <= high)) {
    refuse(fmt::format("{} = {} lies outside {} to {}", name, value, low, high));
  }
  return value;
}

// Takes the shape of a reference set, which arguments cannot change.
void take_shape(Arguments& arguments, const ReferenceSet& set) {
  const auto take = [&](std::size_t& given, std::size_t own, const char* name) {
    if (given != 0 && given != own) {
      refuse(
          fmt::format("{} has {} {}, not {}: leave the argument at 0", set.name, own, name, given));
    }
    given = own;
  };
  take(arguments.rows, set.rows(), "rows");
  take(arguments.columns, set.columns(), "columns");
}

void require_memory(const Arguments& arguments) {
  const double rows = static_cast<double>(arguments.batch) * static_cast<double>(arguments.rows);
  // X and y; creating and judging them needs up to four wide numbers for each row.
  const double bytes = rows * (static_cast<double>(arguments.columns) + 1) *
                           static_cast<double>(arguments.element_bytes()) +
                       rows * 4 * sizeof(long double);
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes > memory) {
    throw Error(
        ASSAY_OUT_OF_MEMORY,
        fmt::format("{} fits of {} x {} in {} need {:.3g} bytes, but this machine has {:.3g}",
                    arguments.batch, arguments.rows, arguments.columns, arguments.precision, bytes,
                    memory));
  }
}

}  // namespace

Arguments::Arguments(const Bindings& bound)
    : rows(integer(bound, "rows", 0, std::int64_t{1} << 40)),
      columns(integer(bound, "columns", 0, std::int64_t{1} << 20)),
      batch(integer(bound, "batch", 1, std::int64_t{1} << 30)),
      precision(bound.text("precision")),
      by_rows(bound.text("layout") == "rows"),
      data(bound.text("data")),
      condition(real(bound, "condition", 1, 1e8)),
      residual(real(bound, "residual", 0, 1e3)),
      row_spread(real(bound, "row_spread", 1, 1e8)),
      intercept(bound.boolean("intercept")),
      digits(real(bound, "digits", 0.1, 16)),
      seed(integer(bound, "seed", 0, INT64_MAX)) {
  if (const ReferenceSet* set = find_reference_set(data)) {
    take_shape(*this, *set);
  } else {
    if (rows == 0) rows = default_rows;
    if (columns == 0) columns = default_columns;
  }
  if (columns > rows) {
    refuse(
        fmt::format("columns = {} is more than rows = {}: no single b fits best", columns, rows));
  }
  if (intercept && data == "condition") {
    refuse(
        "intercept = true: a matrix with a prescribed condition number cannot have a column of "
        "ones; use data = \"integer\"");
  }
  require_memory(*this);
}

std::vector<assay::sdk::Argument> fit_arguments() {
  std::vector<Value> kinds{"condition", "integer"};
  for (const auto& set : reference_sets()) kinds.emplace_back(std::string(set.name));
  return {
      {"rows",
       "rows of X; 0: those of a reference set, or 1000 for generated data",
       0,
       {},
       assay::sdk::between(40, 3000)},
      {"columns",
       "columns of X, the intercept's included; 0: those of a reference set, or 16 for generated "
       "data",
       0,
       {},
       assay::sdk::between(1, 40)},
      {"batch", "independent fits of the same shape, each with its own data", 1},
      {"precision", "element type of X, y and b", "double", {"float", "double"}},
      {"layout",
       "what is contiguous in memory: the elements of a row, or of a column",
       "rows",
       {"rows", "columns"}},
      {"data",
       "condition: random orthogonal factors and geometrically falling singular values; integer: "
       "small integers with an exact X^T X; any other: a reference set of NIST (StRD)",
       "condition", kinds},
      {"condition", "for \"condition\": the 2-norm condition number of X, 1 to 1e8", 100.0},
      {"residual", "for \"condition\": |y - X b| / |X b| of the solution", 0.1},
      {"row_spread",
       "for \"condition\": about how many times as large as the first rows of X the last ones are",
       1.0},
      {"intercept",
       "for \"integer\": whether the first column is all ones; reference sets follow their models",
       false},
      {"digits",
       "decimal digits of b that a method must vouch for; a trial that vouches for fewer fails",
       1.0},
      {"seed", "seed of everything random", 1, {}, assay::sdk::any_seed()},
  };
}

}  // namespace ols
