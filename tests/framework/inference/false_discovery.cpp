#include "framework/inference/false_discovery.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"

using namespace assay;
using namespace assay::inference;

namespace {

// Applies the procedure as published: the k smallest p-values are rejected, where k is the largest
// one with p_(k) <= k alpha / n.
std::vector<bool> rejected_by_definition(const std::vector<double>& p_values, double alpha) {
  std::vector<double> sorted = p_values;
  std::sort(sorted.begin(), sorted.end());
  double threshold = -1;
  for (std::size_t k = 1; k <= sorted.size(); ++k) {
    const double line = static_cast<double>(k) * alpha / static_cast<double>(sorted.size());
    if (sorted[k - 1] <= line) threshold = sorted[k - 1];
  }
  std::vector<bool> rejected;
  for (const double p : p_values) rejected.push_back(p <= threshold);
  return rejected;
}

TEST_CASE("what adjusted p-values reject is what the step-up procedure rejects") {
  Random random(1);
  for (int repetition = 0; repetition < 500; ++repetition) {
    std::vector<double> p_values(1 + random.below(12));
    for (double& p : p_values) p = std::pow(random.uniform(), 3);
    if (p_values.size() > 2) p_values[1] = p_values[0];
    const auto adjusted = benjamini_hochberg(p_values);
    for (const double alpha : {0.013, 0.05, 0.2, 0.7}) {
      const auto rejected = rejected_by_definition(p_values, alpha);
      for (std::size_t i = 0; i < p_values.size(); ++i) {
        CHECK((adjusted[i] <= alpha) == rejected[i]);
      }
    }
    for (std::size_t i = 0; i < p_values.size(); ++i) CHECK(adjusted[i] >= p_values[i]);
  }
}

TEST_CASE("adjusting none, one, equal p-values, and what is no probability") {
  CHECK(benjamini_hochberg({}).empty());
  CHECK(benjamini_hochberg(std::vector<double>{0.03}) == std::vector<double>{0.03});
  CHECK(benjamini_hochberg(std::vector<double>{1, 1, 0}) == std::vector<double>{1, 1, 0});
  CHECK(benjamini_hochberg(std::vector<double>(4, 0.2)) == std::vector<double>(4, 0.2));
  CHECK_THROWS_WITH(benjamini_hochberg(std::vector<double>{0.1, std::nan("")}),
                    contains("p-value 2 of 2 is nan"));
  CHECK_THROWS_WITH(benjamini_hochberg(std::vector<double>{-0.1}), contains("p-value 1 of 1"));
}

}  // namespace
