#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include <Eigen/Core>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/rank_agreement.hpp"
#include "framework/tune/strategy/source.hpp"

namespace assay {

// What earlier searches let the current one expect. A source is believed as far as it ranks what
// the current search has measured: its weight is the odds, over those of chance, that it has two
// configurations in the right order (after Feurer, Letham, Bakshy, "Scalable meta-learning for
// Bayesian optimization using ranking-weighted Gaussian process ensembles", 2018). Ranks, because
// devices agree about what is better far more than about how much. At first a source is believed as
// far as the others agree with it. One that ranks no better than chance counts for nothing.
//
// Measurements take over as they come in: the weighted expectation shrinks to the part of it that
// they confirm, and then as their number grows, because the optimum may lie where no source expects
// it.
class Sources {
 public:
  using Known = std::function<bool(std::uint64_t)>;

  // The space must outlive the object, the experience need not.
  Sources(const SearchSpace& space, const Experience& experience);

  [[nodiscard]] bool empty() const { return sources_.empty(); }

  // Takes in a trial's result, nothing for a failure; only the first of a configuration counts.
  void observe(std::uint64_t index, std::optional<double> objective);

  // The best configuration of the next source, the nearest first, that is not known: each source is
  // asked once, unless it has proved wrong before its turn. Nothing after the last.
  [[nodiscard]] std::optional<std::uint64_t> probe(const Known& known);
  // The best of their configurations by all of them together, none that is known. How many follows
  // from how well they rank: none if they rank by chance, and none if they are always right, for
  // then the best is known already; most where they are right as often as not. None either once a
  // configuration that they did not recommend is the best. Nothing after the last.
  [[nodiscard]] std::optional<std::uint64_t> further(const Known& known);
  // Whether a probe or a further one was this configuration.
  [[nodiscard]] bool recommended(std::uint64_t index) const {
    return recommended_.count(index) != 0;
  }
  // The number of configurations that were recommended.
  [[nodiscard]] std::size_t recommendations() const { return recommended_.size(); }

  // How well the sources rank, from 0 (not at all, or no sources) towards 1.
  [[nodiscard]] double agreement() const;
  // The weight of each source; they add up to 1, or are all 0.
  [[nodiscard]] std::vector<double> weights() const;
  // The weighted mean of what they learnt of the covariance (GaussianProcess): which parameters
  // matter, and over which distances, is much the same even where the optimum is elsewhere. Nothing
  // if none of those that count has learnt it.
  [[nodiscard]] std::optional<Eigen::VectorXd> covariance() const;
  // The logarithms of the objective to expect, up to a constant that they share; all 0 if there is
  // nothing to expect. Changes with each trial observed.
  [[nodiscard]] std::vector<double> expected(const std::vector<std::uint64_t>& indices);

 private:
  struct Weighted {
    Source source;
    double believed;  // agreement expected before there are trials
    RankAgreement measured = {};

    [[nodiscard]] double agreement() const { return measured.value(believed); }
  };

  [[nodiscard]] std::vector<double> weighted(const std::vector<std::uint64_t>& indices);
  // Whether a configuration that was not recommended is the best of those tried.
  [[nodiscard]] bool outdone() const;
  [[nodiscard]] std::optional<std::uint64_t> best_unknown(const Known& known);
  void believe_each_other();
  void confirm();

  std::vector<Weighted> sources_;
  std::vector<std::uint64_t> best_;  // of any source
  std::vector<std::uint64_t> tried_;
  std::vector<std::optional<double>> logarithms_;  // of the objectives of tried_; nothing: failed
  double slope_ = 0;                               // of the objective over the weighted expectation
  std::size_t probed_ = 0;                         // sources that were asked
  std::size_t further_ = 0;                        // configurations recommended after the probes
  bool recommends_ = true;
  std::optional<std::size_t> best_tried_;  // its position in tried_
  std::set<std::uint64_t> recommended_;
};

}  // namespace assay
