#include <algorithm>
#include <cmath>

#include "framework/tune/regression_forest.hpp"
#include "framework/tune/strategy/make.hpp"
#include "framework/tune/strategy/model_search.hpp"

namespace assay {
namespace {

// Growth of the number of trials until a new forest is grown.
constexpr double growth = 1.05;

RegressionForest::Options forest_options(std::uint64_t seed, const StrategySettings& settings) {
  RegressionForest::Options options;
  options.trees = static_cast<std::uint32_t>(settings.count("trees"));
  options.seed = seed;
  return options;
}

// Sequential model-based search (Hutter, Hoos, Leyton-Brown, "Sequential model-based optimization
// for general algorithm configuration", LION 2011): the model is a random forest, which assumes no
// geometry of the values of a parameter.
class Forest final : public ModelSearch {
 public:
  explicit Forest(const StrategyInputs& inputs)
      : ModelSearch(inputs),
        forest_(inputs.space.parameters(), forest_options(random()(), inputs.settings)) {}

 private:
  void do_update() override {
    const std::size_t n = trials().size();
    if (static_cast<double>(n) < next_growing_) return;
    forest_.fit(trials().points(), surprises());
    next_growing_ = std::max(growth * static_cast<double>(n), static_cast<double>(n) + 1);
    foretold_ = false;
  }

  void do_watch(std::vector<Point> candidates) override {
    candidates_ = std::move(candidates);
    foretold_ = false;
  }

  void do_predict(Eigen::RowVectorXd& means, Eigen::RowVectorXd& deviations) override {
    if (!foretold_) {
      const auto predictions = forest_.predict_all(candidates_);
      means_.resize(static_cast<Eigen::Index>(predictions.size()));
      deviations_.resize(means_.size());
      for (Eigen::Index c = 0; c < means_.size(); ++c) {
        const auto& [mean, variance] = predictions[static_cast<std::size_t>(c)];
        means_[c] = mean;
        deviations_[c] = std::sqrt(std::max(variance, 1e-12));
      }
      foretold_ = true;
    }
    means = means_;
    deviations = deviations_;
  }

  RegressionForest forest_;
  double next_growing_ = 0;
  std::vector<Point> candidates_;
  bool foretold_ = false;  // whether means_ and deviations_ are up to date
  Eigen::RowVectorXd means_;
  Eigen::RowVectorXd deviations_;
};

}  // namespace

std::unique_ptr<Strategy> make_forest(const StrategyInputs& inputs) {
  return std::make_unique<Forest>(inputs);
}

}  // namespace assay
