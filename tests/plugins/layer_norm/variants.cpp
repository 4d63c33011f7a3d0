// Runs every variant of layer-norm/rows that can run here, against the reference.
#include <vector>

#include "assay/random.hpp"
#include "tests/plugins/rows/row_trials.hpp"

namespace {

struct LayerNorm : testing::RowTrials {
  LayerNorm() : RowTrials("layer-norm/rows") {}
};

}  // namespace

TEST_CASE("rows of any length are normalised, in both precisions") { LayerNorm().check_lengths(); }

TEST_CASE("rows of all magnitudes and with special numbers are normalised") {
  LayerNorm().check_kinds_of_numbers();
}

// The squares of these numbers have no digits left for their variance: the difference of the mean
// of squares and the square of the mean would be wrong by several times the tolerance.
TEST_CASE("a mean that is a thousand times the standard deviation costs no digit of the variance") {
  std::vector<float> x(30 * 65);
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = 4096 + static_cast<float>(assay::sdk::split_mix(k) >> 40U) * 0x1p-24F;
  }
  LayerNorm().check_matrix(30, 65, x);
}

TEST_CASE("every value of every parameter is right") { LayerNorm().check_parameters(); }
