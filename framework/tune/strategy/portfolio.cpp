#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>
#include <vector>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"
#include "framework/tune/strategy/strategies.hpp"

namespace assay {
namespace {

// Several strategies that see all results and take turns according to the success of their
// proposals. A strategy's credit is the area under the curve of new bests over its last proposals,
// so that late ones count for more, plus a little for having been asked seldom (Ansel et al.,
// "OpenTuner", PACT 2014, after Fialho, Da Costa, Schoenauer, Sebag 2010).
class Portfolio final : public BasicStrategy {
 public:
  explicit Portfolio(const StrategyInputs& inputs)
      : BasicStrategy(inputs),
        window_(inputs.settings.count("window")),
        exploration_(inputs.settings["exploration"]) {
    for (const char* name : {"bayesian", "forest", "local"}) {
      members_.push_back(make_strategy({name}, inputs.space, random()(), inputs.experience));
    }
  }

  void took(std::uint64_t index, double seconds) override {
    for (const auto& member : members_) member->took(index, seconds);
  }

  std::optional<double> expected_seconds(std::uint64_t index) override {
    return members_.front()->expected_seconds(index);
  }

  void set_aside(std::uint64_t index, double seconds) override {
    for (const auto& member : members_) member->set_aside(index, seconds);
  }

 private:
  struct Turn {
    std::size_t member;
    bool best;  // whether it produced a new best
  };

  std::optional<std::uint64_t> do_propose() override {
    const std::size_t member = most_creditable();
    const auto index = members_[member]->propose();
    if (index) authors_[*index] = member;
    return index;
  }

  void do_take(std::uint64_t index) override {
    for (const auto& member : members_) member->exclude(index);
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
    for (const auto& member : members_) member->observe(index, objective);
    const bool best = objective && *objective < best_;
    if (best) best_ = *objective;
    const auto author = authors_.find(index);
    if (author == authors_.end()) return;
    turns_.push_back({author->second, best});
    if (turns_.size() > window_) turns_.pop_front();
    authors_.erase(author);
  }

  [[nodiscard]] std::size_t most_creditable() const {
    std::size_t chosen = 0;
    double most = -1;
    for (std::size_t member = 0; member < members_.size(); ++member) {
      const double credit = credit_of(member);
      if (credit > most) {
        most = credit;
        chosen = member;
      }
    }
    return chosen;
  }

  [[nodiscard]] double credit_of(std::size_t member) const {
    double count = 0;
    double area = 0;
    for (const Turn& turn : turns_) {
      if (turn.member != member) continue;
      ++count;
      if (turn.best) area += count;
    }
    // Pending proposals count as turns too; otherwise a strategy would be asked again until a
    // result is there.
    for (const auto& [_, author] : authors_) count += author == member ? 1 : 0;
    if (count == 0) return std::numeric_limits<double>::infinity();
    const auto all = static_cast<double>(turns_.size() + authors_.size());
    return 2 * area / (count * (count + 1)) + exploration_ * std::sqrt(2 * std::log(all) / count);
  }

  std::size_t window_;
  double exploration_;
  std::vector<std::unique_ptr<Strategy>> members_;
  std::deque<Turn> turns_;                                  // the last `window_` of them
  std::unordered_map<std::uint64_t, std::size_t> authors_;  // of the pending proposals
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Strategy> make_portfolio(const StrategyInputs& inputs) {
  return std::make_unique<Portfolio>(inputs);
}

}  // namespace assay
