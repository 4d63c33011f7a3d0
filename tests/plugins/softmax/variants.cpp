// Runs every variant of softmax/rows that can run here, against the reference.
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/plugins/rows/row_trials.hpp"

namespace {

struct Softmax : testing::RowTrials {
  Softmax() : RowTrials("softmax/rows") {}
};

}  // namespace

TEST_CASE("rows of any length have their softmax, in both precisions") {
  Softmax().check_lengths();
}

TEST_CASE("numbers of all magnitudes and special numbers have their softmax") {
  Softmax().check_kinds_of_numbers();
}

// Each of them makes another place of a row the one that decides.
TEST_CASE("infinities and NaN count wherever they are in a row") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr std::size_t columns = 67;
  std::vector<float> x;
  for (const float special : {infinity, std::nanf(""), -infinity}) {
    for (const std::size_t place : std::array<std::size_t, 6>{0, 1, 16, 63, 64, 66}) {
      for (std::size_t j = 0; j < columns; ++j) {
        x.push_back(j == place ? special : 0.125F * static_cast<float>(j % 5));
      }
    }
  }
  x.insert(x.end(), columns, -infinity);                             // NaN throughout
  x.insert(x.end(), columns, std::numeric_limits<float>::lowest());  // 1 / columns throughout
  Softmax().check_matrix(20, columns, x);
}

TEST_CASE("every value of every parameter is right") { Softmax().check_parameters(); }
