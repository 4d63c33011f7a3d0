#include "rows/matrix.hpp"

#include <string>

#include "assay/error.hpp"

namespace rows {

using namespace assay::sdk;

std::vector<Argument> arguments(std::int64_t rows, std::int64_t columns) {
  return {{"rows", "Rows of x.", rows, {}, between(1, 2000)},
          {"columns", "Columns of x.", columns, {}, between(1, 2000)}};
}

Extents::Extents(const Bindings& arguments) : rows(0), columns(0) {
  constexpr std::int64_t most_columns = std::int64_t{1} << 30;
  constexpr std::int64_t most_elements = std::int64_t{1} << 32;
  const std::int64_t m = arguments.integer("rows");
  const std::int64_t n = arguments.integer("columns");
  if (m < 1 || n < 1 || n > most_columns || m > most_elements / n) {
    throw Error(ASSAY_INVALID,
                "rows = " + std::to_string(m) + " and columns = " + std::to_string(n) +
                    " must each be at least 1, columns at most 2^30, and their product at most "
                    "2^32");
  }
  rows = static_cast<std::size_t>(m);
  columns = static_cast<std::size_t>(n);
}

Extents::Extents(const Task& task)
    : rows(static_cast<std::size_t>(task.input("x").shape[0])),
      columns(static_cast<std::size_t>(task.input("x").shape[1])) {}

}  // namespace rows
