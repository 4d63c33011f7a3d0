// Feeds the readers of text tables: each cell is a finite number or is reported not to be one.
#include <cmath>

#include "tables/table.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_rows(tables::TableReader& table, const std::string& file) {
  const std::size_t columns = table.columns().size();
  require(columns > 0, "a table without columns");
  for (std::size_t k = 0; k < columns; ++k) {
    require(tables::find_column(table, file, table.columns()[k]) < columns, "a column beyond all");
  }
  accepts([&] { static_cast<void>(tables::find_column(table, file, "nearest")); });
  while (table.next()) {
    for (std::size_t k = 0; k < columns; ++k) {
      accepts([&] { require(std::isfinite(table.number(k)), "a number that is not finite"); });
    }
  }
}

void read_csv(std::string_view input) {
  const std::string file = written("table.csv", input);
  read_rows(*tables::open_csv(file), file);
}

void read_arff(std::string_view input) {
  const std::string file = written("table.arff", input);
  read_rows(*tables::open_arff(file), file);
}

const Target csv("csv", read_csv);
const Target arff("arff", read_arff);

}  // namespace
}  // namespace assay::fuzz
