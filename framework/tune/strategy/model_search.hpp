#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include <Eigen/Core>

#include "framework/tune/strategy/axes.hpp"
#include "framework/tune/strategy/basic_strategy.hpp"
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
// With experience the model learns by how much the objective departs from what earlier searches let
// expect, which varies less than the objective itself; the better these rank, the fewer initial
// trials it needs.
class ModelSearch : public BasicStrategy {
 public:
  // The settings that all model-based strategies have; `modelled` is the default of the setting
  // "modelled".
  [[nodiscard]] static std::vector<StrategySetting> settings(double modelled);

  void took(std::uint64_t index, double seconds) final { seconds_[index] = seconds; }
  std::optional<double> expected_seconds(std::uint64_t index) final;
  void set_aside(std::uint64_t index, double seconds) final;

 protected:
  using Point = TrialLog::Point;

  explicit ModelSearch(const StrategyInputs& inputs);

  [[nodiscard]] const TrialLog& trials() const { return trials_; }
  // What the model learns: the logarithms of the trials' objectives less what was expected of them.
  [[nodiscard]] std::vector<double> surprises();
  // Lets a pending trial count with the surprise that the model predicts.
  void believe(std::size_t trial, double surprise);
  // Has the candidates gathered again before the next proposal.
  void forget_candidates() { pool_.clear(); }

  // Brings the model up to date with the trials.
  virtual void do_update() = 0;
  // Sets the candidates for the following predictions.
  virtual void do_watch(std::vector<Point> candidates) = 0;
  // Predicts the candidates' surprises: their means and standard deviations.
  virtual void do_predict(Eigen::RowVectorXd& means, Eigen::RowVectorXd& deviations) = 0;

 private:
  // What the model expected of a trial when it was proposed.
  struct Forecast {
    double mean;  // of the logarithm of its objective
    double deviation;
    double probability;  // to succeed
  };
  // A trial that was set aside, and how long it may still take.
  struct Unfinished {
    Forecast forecast;
    double seconds;
  };

  std::optional<std::uint64_t> do_propose() final;
  void do_take(std::uint64_t index) final;
  void do_observe(std::uint64_t index, std::optional<double> objective) final;

  [[nodiscard]] bool knows_enough();
  [[nodiscard]] std::vector<Point> points_of(const std::vector<std::uint64_t>& indices) const;
  std::optional<std::uint64_t> by_model();
  [[nodiscard]] double improvement(const Forecast& forecast) const;
  [[nodiscard]] std::optional<std::uint64_t> unfinished_above(double gain);
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
  Prospects prospects_;
  std::unordered_map<std::uint64_t, Forecast> forecasts_;  // of pending trials
  std::map<std::uint64_t, Unfinished> unfinished_;
};

}  // namespace assay
