#include "framework/tune/strategy/gaussian_process.hpp"
#include "framework/tune/strategy/make.hpp"
#include "framework/tune/strategy/model_search.hpp"

namespace assay {
namespace {

constexpr double learning_interval = 1.5;  // growth of the trials until the model learns again

// Bayesian optimisation: the model is a Gaussian process.
class Bayesian final : public ModelSearch {
 public:
  explicit Bayesian(const StrategyInputs& inputs)
      : ModelSearch(inputs), process_(axes_of(inputs.space)) {}

 private:
  // The process learns again as the trials grow in number. A pending trial counts with the value
  // that the process expects of it, so that proposals go elsewhere.
  void do_update() override {
    while (process_.size() < trials().size()) {
      const std::size_t next = process_.size();
      const Point& point = trials().point(next);
      const double predicted = next > 0 ? process_.predict(point).mean : 0;
      if (trials().pending(next) && next > 0) believe(next, predicted);
      process_.add(point, predicted);
    }
    if (static_cast<double>(trials().size()) < next_learning_) {
      process_.retarget(surprises());
      return;
    }
    if (next_learning_ == 0) expect_covariance();
    process_.fit(trials().points(), surprises(), true);
    next_learning_ = learning_interval * static_cast<double>(trials().size());
    forget_candidates();
  }

  void do_watch(std::vector<Point> candidates) override {
    process_.watch(candidates_, std::move(candidates));
  }

  void do_predict(Eigen::RowVectorXd& means, Eigen::RowVectorXd& deviations) override {
    process_.predict(candidates_, means, deviations);
  }

  void expect_covariance() {
    const auto learnt = sources().covariance();
    if (learnt) process_.expect_covariance(*learnt, sources().agreement());
  }

  GaussianProcess process_;  // its observations are the first trials, in their order
  GaussianProcess::Candidates candidates_;
  double next_learning_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_bayesian(const StrategyInputs& inputs) {
  return std::make_unique<Bayesian>(inputs);
}

}  // namespace assay
