#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/tune/regression_tree.hpp"

namespace assay {

// Random forest regression over configurations (Breiman 2001), with the variance that model-based
// search needs (Hutter, Xu, Hoos, Leyton-Brown, "Algorithm runtime prediction", Artificial
// Intelligence 206, 2014, section 4.3). Each tree learns from a bootstrap sample and chooses each
// split among a part of the parameters. Numbers and booleans are split along their order, texts as
// categories.
//
// Targets are best logarithms: what a parameter does to a time is a factor. Trials that failed have
// no target; what they mean to a model the caller decides. A conditional parameter that does not
// count has the index of its default.
class RegressionForest {
 public:
  using Point = std::vector<std::uint32_t>;  // a value index per parameter

  struct Options {
    std::uint32_t trees = 30;
    TreeOptions tree = {1, 5.0 / 6};
    std::uint64_t seed = 1;
  };

  struct Prediction {
    double mean;
    double variance;  // over the trees, and within their leaves
  };

  explicit RegressionForest(const std::vector<Parameter>& parameters)
      : RegressionForest(parameters, Options()) {}
  RegressionForest(const std::vector<Parameter>& parameters, const Options& options);

  // Forgets what it knew and learns from at least one point. The same points, targets and seed give
  // the same forest.
  void fit(const std::vector<Point>& points, const std::vector<double>& targets);

  // Requires an earlier fit.
  [[nodiscard]] Prediction predict(const Point& point) const;
  [[nodiscard]] std::vector<Prediction> predict_all(const std::vector<Point>& points) const;

  // What the trees predict is less by the mean of the targets.
  [[nodiscard]] const std::vector<RegressionTree>& trees() const { return trees_; }
  [[nodiscard]] double offset() const { return mean_; }

 private:
  Options options_;
  std::vector<ValueOrder> orders_;
  std::vector<RegressionTree> trees_;
  double mean_ = 0;  // of the targets, which the trees see without it
};

}  // namespace assay
