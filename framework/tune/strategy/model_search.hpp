#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <Eigen/Core>

#include "framework/tune/strategy/axes.hpp"
#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/expectation.hpp"
#include "framework/tune/strategy/prospects.hpp"
#include "framework/tune/strategy/trial_log.hpp"

namespace assay {

// Search by a model of the objective, which predicts a value and its uncertainty for each of many
// candidates; the candidate that is expected to improve most on the best so far comes next
// (expected improvement; Jones, Schonlau, Welch 1998), as far as it is likely to succeed and for
// the time that it takes (Prospects; expected improvement per second, Snoek, Larochelle, Adams
// 2012). After some hundreds of trials, when the model would cost more than it gains, the
// neighbours of the best follow.
//
// With experience the model sees one more parameter, the last: the level that earlier searches lead
// to expect. The model is then used after half as many initial trials.
class ModelSearch : public BasicStrategy {
 public:
  // The settings that all model-based strategies have; `modelled` is the default of the setting
  // "modelled".
  [[nodiscard]] static std::vector<StrategySetting> settings(double modelled);

  void took(std::uint64_t index, double seconds) final { seconds_[index] = seconds; }

 protected:
  using Point = TrialLog::Point;

  explicit ModelSearch(const StrategyInputs& inputs);

  // The parameters as the model sees them.
  [[nodiscard]] std::vector<Parameter> parameters() const;
  [[nodiscard]] std::vector<Axis> axes() const;
  [[nodiscard]] TrialLog& trials() { return trials_; }
  // Has the candidates gathered again before the next proposal.
  void forget_candidates() { pool_.clear(); }

  // Brings the model up to date with the trials.
  virtual void do_update() = 0;
  // Sets the candidates for the following predictions.
  virtual void do_watch(std::vector<Point> candidates) = 0;
  // Predicts the logarithms of the candidates' objectives: their means and standard deviations.
  virtual void do_predict(Eigen::RowVectorXd& means, Eigen::RowVectorXd& deviations) = 0;
  // Called when a trial that the model may know has ended.
  virtual void do_end(std::size_t /*trial*/) {}

 private:
  std::optional<std::uint64_t> do_propose() final;
  void do_take(std::uint64_t index) final;
  void do_observe(std::uint64_t index, std::optional<double> objective) final;

  [[nodiscard]] bool knows_enough() const;
  [[nodiscard]] std::vector<Point> seen_by_model(const std::vector<std::uint64_t>& indices) const;
  std::optional<std::uint64_t> by_model();
  std::optional<std::uint64_t> near_best();
  [[nodiscard]] std::vector<std::uint64_t> near_leaders() const;
  void gather();
  [[nodiscard]] bool whole() const { return space().size() <= most_candidates_; }

  std::size_t first_trials_;
  std::size_t most_candidates_;
  std::size_t most_modelled_;
  Permutation order_;        // of the candidates
  std::uint64_t drawn_ = 0;  // number of candidates drawn from order_
  TrialLog trials_;
  std::unordered_map<std::uint64_t, double> seconds_;  // of trials whose results come next
  std::vector<std::uint64_t> pool_;                    // the candidates; empty: to be gathered
  std::vector<Point> pool_points_;                     // as the model sees them
  std::optional<Prospects> prospects_;
  Expectation expectation_;
};

}  // namespace assay
