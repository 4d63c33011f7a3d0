#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/tune/regression_tree.hpp"

namespace assay {

// Random forest regression over configurations (Breiman 2001), with the variance that model-based
// search needs (Hutter, Xu, Hoos, Leyton-Brown, "Algorithm runtime prediction", Artificial
// Intelligence 206, 2014, section 4.3). Each tree learns from a bootstrap sample and chooses each
// split from a part of the parameters. Numbers and booleans are split along their order, texts as
// categories.
//
// Targets should be logarithms, because the effect of a parameter on a time is a factor. Failed
// trials have no target; the caller decides what they mean to a model. An inactive conditional
// parameter has the index of its default.
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
    double variance;  // across the trees plus within their leaves
  };

  explicit RegressionForest(const std::vector<Parameter>& parameters)
      : RegressionForest(parameters, Options()) {}
  RegressionForest(const std::vector<Parameter>& parameters, const Options& options);

  // Forgets earlier observations and learns from at least one point. Equal points, targets and seed
  // give an equal forest.
  void fit(const std::vector<Point>& points, const std::vector<double>& targets);

  // Requires an earlier fit.
  [[nodiscard]] Prediction predict(const Point& point) const;
  [[nodiscard]] std::vector<Prediction> predict_all(const std::vector<Point>& points) const;

  // The trees predict the target minus offset(), the mean of the targets.
  [[nodiscard]] const std::vector<RegressionTree>& trees() const { return trees_; }
  [[nodiscard]] double offset() const { return mean_; }

 private:
  Options options_;
  std::vector<ValueOrder> orders_;
  std::vector<RegressionTree> trees_;
  double mean_ = 0;  // of the targets; subtracted before the trees learn
};

}  // namespace assay
