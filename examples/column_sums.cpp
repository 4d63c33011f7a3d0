// Tunes a function of this program: sums of columns, in blocks.
#include <assay/tuner.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr std::size_t rows = 512;
constexpr std::size_t columns = 512;

// Computes the sums of the columns, a block of columns at a time.
void column_sums(const std::vector<double>& matrix, std::size_t block, std::vector<double>& sums) {
  std::fill(sums.begin(), sums.end(), 0.0);
  for (std::size_t begin = 0; begin < columns; begin += block) {
    const std::size_t end = std::min(begin + block, columns);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = begin; column < end; ++column) {
        sums[column] += matrix[row * columns + column];
      }
    }
  }
}

}  // namespace

int main() try {
  const std::vector<double> matrix(rows * columns, 0.5);
  std::vector<double> sums(columns);

  assay::Tuner tuner("column-sums");
  tuner
      .function(
          "blocked",
          [&](const assay::Configuration& configuration) {
            column_sums(matrix, static_cast<std::size_t>(configuration.integer("block")), sums);
          },
          [&] {
            double error = 0;
            for (const double sum : sums) error = std::max(error, std::abs(sum - 0.5 * rows));
            return error / 1e-9;  // values up to 1 pass
          })
      .parameter("block", {1, 8, 64, 512});
  const assay::Best best = tuner.work(rows * columns, 8.0 * rows * columns).tune();

  std::printf("%s: %.1f us [%.1f, %.1f]\n", best.configuration.str().c_str(), 1e6 * best.seconds,
              1e6 * best.lower, 1e6 * best.upper);
} catch (const assay::TunerError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
