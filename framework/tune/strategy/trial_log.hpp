#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace assay {

// The trials of a search in the form that a model learns from: by the logarithm of their objective.
// A failed trial counts as worse than nine tenths of the successes, so that its neighbourhood is
// avoided without distorting the model; a pending trial counts with the value believed of it.
class TrialLog {
 public:
  using Point = std::vector<std::uint32_t>;  // a value index per parameter

  // Adds a configuration as pending; it must not be in the log yet.
  void take(std::uint64_t index, Point point);
  // Ends a trial with its objective, or with nothing if it failed. A success is not changed.
  // Returns the number of the trial, in the order in which they began.
  std::size_t end(std::uint64_t index, std::optional<double> objective);
  // Sets the value that a pending trial counts with.
  void believe(std::size_t number, double value) { trials_[number].value = value; }

  [[nodiscard]] std::size_t size() const { return trials_.size(); }
  [[nodiscard]] std::size_t successes() const { return successes_; }
  [[nodiscard]] double best() const { return best_; }  // infinite before there is a success
  [[nodiscard]] std::uint64_t index(std::size_t number) const { return trials_[number].index; }
  [[nodiscard]] std::vector<std::uint64_t> indices() const;
  [[nodiscard]] const Point& point(std::size_t number) const { return trials_[number].point; }
  [[nodiscard]] std::size_t pending() const { return pending_; }  // how many
  [[nodiscard]] bool pending(std::size_t number) const {
    return trials_[number].state == State::pending;
  }
  [[nodiscard]] std::vector<double> targets() const;
  [[nodiscard]] std::vector<Point> points() const;
  // A quantile of the values of the successes; 0 if there are none.
  [[nodiscard]] double quantile(double share) const;
  // The indices of the best successes, at most `count`, the best first.
  [[nodiscard]] std::vector<std::uint64_t> leaders(std::size_t count) const;

 private:
  enum class State { pending, succeeded, failed };
  struct Trial {
    std::uint64_t index;
    Point point;
    State state = State::pending;
    std::optional<double> value;  // logarithm of the objective, or the value believed
  };

  std::vector<Trial> trials_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_;
  std::size_t pending_ = 0;
  std::size_t successes_ = 0;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace assay
