// Feeds the reader of Matrix Market files.
#include "tables/matrix_market.hpp"

#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_sparse(std::string_view input) {
  const tables::CoordinateMatrix matrix = tables::read_matrix_market(written("m.mtx", input));
  require(matrix.row.size() == matrix.column.size(), "entries lack a place");
  require(matrix.value.size() == (matrix.is_pattern ? 0 : matrix.row.size()),
          "entries lack a value");
  for (std::size_t k = 0; k < matrix.row.size(); ++k) {
    require(matrix.row[k] < matrix.rows && matrix.column[k] < matrix.columns,
            "an entry lies outside of the matrix");
  }
}

const Target matrix_market("matrix-market", read_sparse);

}  // namespace
}  // namespace assay::fuzz
