// Decides which configuration an online tuner runs next, and which one is the best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "framework/inference/ranking.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

// How long to search. A limit ends the search once a configuration has succeeded.
struct OnlineBudget {
  std::uint64_t trials = 50;  // configurations tried, earlier runs of the program included
  double seconds = 60;        // spent in steps
  double margin = 0.01;       // a fraction: configurations that differ by less are equivalent
};

// A search whose every run does somebody's work: configurations that failed or were wrong never run
// again, slow ones run as rarely as possible. Two stages: a strategy proposes configurations, each
// of which runs a few times; then the leaders run in turn, in rounds, until they are told apart. A
// leader's first run in this process is a warm-up in either stage. What runs has to be compiled
// first: while one configuration runs, others that are to come may be.
class OnlineSearch {
 public:
  // Times of one configuration. What was recorded earlier has a median, but no times.
  struct Tried {
    std::vector<double> search_seconds;
    std::optional<double> outcome;           // the median that the search goes by
    std::map<std::uint32_t, double> rounds;  // seconds, by the number of the round
    bool warm = false;                       // its next run counts
    bool out = false;                        // it failed or was wrong
  };

  OnlineSearch(std::unique_ptr<Strategy> strategy, const OnlineBudget& budget, std::uint64_t seed);

  // How many configurations the strategy proposes beyond the one that runs, for them to be compiled
  // meanwhile: 0 unless this is called. The strategy then knows less by so many results.
  void look_ahead(std::size_t proposals) { ahead_ = proposals; }

  // Takes in what an earlier process recorded: a median, or nothing for a failure. Before next().
  void recall(std::uint64_t index, std::optional<double> median);

  // The configurations that are to run, the next one first, as far as they are known. Empty if none
  // is left.
  [[nodiscard]] std::vector<std::uint64_t> coming();
  // The configuration to run among those that are ready; the same until its run is reported.
  // Nothing if none is ready: in rounds, whose order is drawn, if the one whose turn it is is not.
  using Is = std::function<bool(std::uint64_t)>;
  [[nodiscard]] std::optional<std::uint64_t> next(const Is& ready);
  // The same where all are. Nothing if none is left.
  [[nodiscard]] std::optional<std::uint64_t> next();
  // Reports the run of a configuration, which took so long on the device. False for a warm-up,
  // whose time does not count.
  bool succeed(std::uint64_t index, double seconds);
  // Reports that a configuration failed or was wrong.
  void fail(std::uint64_t index);
  // Adds to the time that searching has taken.
  void spend(double seconds) { spent_ += seconds; }

  [[nodiscard]] bool searching() const { return stage_ == Stage::search; }
  [[nodiscard]] bool decided() const { return stage_ == Stage::decided; }
  // Makes the next run of a configuration a warm-up again: it has to be compiled anew.
  void cool(std::uint64_t index);
  // The best configuration so far, if one has succeeded.
  [[nodiscard]] std::optional<std::uint64_t> best() const;
  // The best one so far of those that are such.
  [[nodiscard]] std::optional<std::uint64_t> best(const Is& such) const;
  // Those that the rounds could not tell from the best one; empty until decided.
  [[nodiscard]] const std::vector<std::uint64_t>& rivals() const { return rivals_; }
  // The configurations that rounds would compare, as far as is known: the fastest ones first.
  [[nodiscard]] std::vector<std::uint64_t> front() const;
  // The leaders of the rounds, the best one included.
  [[nodiscard]] const std::vector<std::uint64_t>& leaders() const { return leaders_; }
  [[nodiscard]] const Tried& tried(std::uint64_t index) const { return tried_.at(index); }
  // The times that count for a configuration: those of the rounds if there are any.
  [[nodiscard]] std::vector<double> seconds_of(std::uint64_t index) const;
  [[nodiscard]] std::uint64_t known() const { return known_; }

 private:
  enum class Stage { search, rounds, decided };

  [[nodiscard]] bool budget_left() const;
  [[nodiscard]] std::optional<std::uint64_t> least() const;
  [[nodiscard]] bool begun(std::uint64_t index) const;
  void propose();
  void settle(std::uint64_t index);
  bool begin_rounds();
  void begin_round();
  void end_round();
  void judge();

  std::unique_ptr<Strategy> strategy_;
  OnlineBudget budget_;
  std::mt19937_64 random_;
  std::map<std::uint64_t, Tried> tried_;
  std::uint64_t known_ = 0;  // configurations whose trial is over
  double spent_ = 0;
  Stage stage_ = Stage::search;
  std::size_t ahead_ = 0;
  std::vector<std::uint64_t> pending_;  // proposals of the search; the first one may have begun
  std::vector<std::uint64_t> leaders_;
  std::vector<std::uint64_t> running_;  // leaders that rounds go on with
  std::vector<std::uint64_t> turns_;    // of the round, taken from the end
  std::uint32_t round_ = 0;
  std::optional<std::uint64_t> chosen_;
  std::vector<std::uint64_t> rivals_;
};

}  // namespace assay
