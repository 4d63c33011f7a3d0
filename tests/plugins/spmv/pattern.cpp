// The laws by which rows have their lengths, and patterns of files.
#include "spmv/pattern.hpp"

#include <algorithm>
#include <numeric>

#include "tests/catch.hpp"

namespace {

using spmv::Law;
using Lengths = std::vector<std::uint32_t>;

std::size_t sum(const Lengths& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
}

Lengths sorted(Lengths lengths) {
  std::sort(lengths.rbegin(), lengths.rend());
  return lengths;
}

}  // namespace

TEST_CASE("rows of every law have all entries together, and none has more than there are columns") {
  for (const char* name : {"uniform", "power-law", "one-long-row"}) {
    for (const double exponent : {0.0, 0.5, 1.0, 2.5, 10.0}) {
      for (const std::size_t rows : {1, 2, 3, 100, 1001}) {
        for (const std::size_t columns : {1, 7, 1000}) {
          for (const std::size_t entries :
               {std::size_t{0}, std::size_t{1}, rows * columns / 3, rows * columns}) {
            INFO(name << ", exponent " << exponent << ": " << entries << " of " << rows << " x "
                      << columns);
            const Lengths lengths = spmv::row_lengths(rows, columns, entries, {name, exponent}, 5);
            CHECK(lengths.size() == rows);
            CHECK(sum(lengths) == entries);
            CHECK(*std::max_element(lengths.begin(), lengths.end()) <= columns);
          }
        }
      }
    }
  }
  CHECK(spmv::row_lengths(0, 5, 0, {"power-law", 1}, 1).empty());
}

TEST_CASE("rows are as long as their law says") {
  const Lengths uniform = spmv::row_lengths(1000, 50, 2500, {"uniform", 1}, 1);
  CHECK(sorted(uniform).front() == 3);
  CHECK(sorted(uniform).back() == 2);
  const Lengths one = spmv::row_lengths(1001, 5000, 8000, {"one-long-row", 1}, 1);
  CHECK(one[500] == 4000);
  CHECK(std::count(one.begin(), one.end(), 4U) == 1000);
  // Of 1 / r for r from 1 to 1000, the sum is 7.485: the longest row has that share, others follow.
  const Lengths power = spmv::row_lengths(1000, 100'000, 100'000, {"power-law", 1}, 1);
  for (const std::size_t rank : {1, 2, 10, 100}) {
    CHECK(sorted(power)[rank - 1] ==
          Approx(100'000 / 7.485471 / static_cast<double>(rank)).margin(1));
  }
  CHECK(sorted(power) != power);
  CHECK(power != spmv::row_lengths(1000, 100'000, 100'000, {"power-law", 1}, 2));
  // The longest rows would have more than there are columns: the others have the rest.
  const Lengths full = sorted(spmv::row_lengths(10, 8, 30, {"power-law", 2}, 1));
  CHECK(full[0] == 8);
  CHECK(full[1] == 8);
  CHECK(sum(full) == 30);
}

TEST_CASE("drawn columns are within the matrix, ascending, and spread over it") {
  const Lengths lengths{0, 1, 7, 0, 100, 50};
  const spmv::Pattern pattern = spmv::drawn_pattern(100, lengths, 3);
  CHECK(pattern.offsets == Lengths{0, 0, 1, 8, 8, 108, 158});
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    for (std::uint32_t k = pattern.offsets[row]; k < pattern.offsets[row + 1]; ++k) {
      const std::uint32_t place = k - pattern.offsets[row];
      CHECK(pattern.columns[k] >= place * 100 / lengths[row]);
      CHECK(pattern.columns[k] < (place + 1) * 100 / lengths[row]);
    }
  }
  CHECK(pattern.columns != spmv::drawn_pattern(100, lengths, 4).columns);
}

TEST_CASE(
    "entries of a file are sorted by row and column, and keep their order where they share both") {
  tables::CoordinateMatrix matrix;
  matrix.rows = 4;
  matrix.columns = 3;
  matrix.row = {3, 0, 3, 0, 3, 3};
  matrix.column = {2, 1, 0, 0, 2, 1};
  std::vector<std::uint32_t> places;
  const spmv::Pattern pattern = spmv::pattern_of(matrix, places);
  CHECK(pattern.offsets == Lengths{0, 2, 2, 2, 6});
  CHECK(pattern.columns == Lengths{0, 1, 0, 1, 2, 2});
  CHECK(places == Lengths{3, 1, 2, 5, 0, 4});
}
