#include "framework/tune/online_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "framework/inference/median.hpp"

namespace assay {
namespace {

constexpr std::size_t search_runs = 3;  // of a configuration, after its warm-up
// A configuration whose best run so far takes so many times as long as the best configuration is
// not run again; the fewer its runs, warm-up included, the more it takes to believe that.
constexpr std::array hopeless = {20.0, 5.0, 2.0};
constexpr std::size_t most_leaders = 5;    // that rounds compare
constexpr double leader_share = 1.5;       // a leader is at most so many times as slow as the best
constexpr std::uint32_t most_rounds = 80;  // a planned look of inference/ranking.hpp
constexpr double alpha = 0.05;             // of all claims of the rounds together

}  // namespace

OnlineSearch::OnlineSearch(std::unique_ptr<Strategy> strategy, const OnlineBudget& budget,
                           std::uint64_t seed)
    : strategy_(std::move(strategy)), budget_(budget), random_(seed) {}

void OnlineSearch::recall(std::uint64_t index, std::optional<double> median) {
  Tried& tried = tried_[index];
  tried.outcome = median;
  tried.out = !median;
  ++known_;
  strategy_->observe(index, median);
}

bool OnlineSearch::budget_left() const {
  return known_ + pending_.size() < budget_.trials && spent_ < budget_.seconds;
}

std::optional<std::uint64_t> OnlineSearch::least() const {
  return best([](std::uint64_t) { return true; });
}

std::optional<std::uint64_t> OnlineSearch::best(const Is& such) const {
  std::optional<std::uint64_t> best;
  double seconds = std::numeric_limits<double>::infinity();
  for (const auto& [index, tried] : tried_) {
    if (tried.out || !tried.outcome || *tried.outcome >= seconds || !such(index)) continue;
    best = index;
    seconds = *tried.outcome;
  }
  return best;
}

std::optional<std::uint64_t> OnlineSearch::best() const { return chosen_ ? chosen_ : least(); }

void OnlineSearch::cool(std::uint64_t index) { tried_[index].warm = false; }

std::vector<double> OnlineSearch::seconds_of(std::uint64_t index) const {
  const Tried& tried = tried_.at(index);
  if (tried.rounds.empty()) return tried.search_seconds;
  std::vector<double> seconds;
  for (const auto& [round, one] : tried.rounds) seconds.push_back(one);
  return seconds;
}

bool OnlineSearch::begun(std::uint64_t index) const {
  const auto tried = tried_.find(index);
  return tried != tried_.end() && (tried->second.warm || !tried->second.search_seconds.empty());
}

// Has as many proposals as there should be, within the budget. Once time is over, what was proposed
// ahead and has not begun is not worth a compilation any more.
void OnlineSearch::propose() {
  const bool any = least().has_value();
  if (ahead_ > 0 && any && spent_ >= budget_.seconds) {
    std::erase_if(pending_, [&](std::uint64_t index) { return !begun(index); });
  }
  while (pending_.size() <= ahead_) {
    const bool needed = !any && pending_.empty();
    if (!needed && !budget_left()) return;
    const auto proposed = strategy_->propose();
    if (!proposed) return;
    pending_.push_back(*proposed);
  }
}

std::vector<std::uint64_t> OnlineSearch::coming() {
  if (stage_ == Stage::decided) return {*chosen_};
  if (stage_ == Stage::search) {
    propose();
    if (!pending_.empty()) return pending_;
    if (!begin_rounds()) return {};
  }
  std::vector<std::uint64_t> order(turns_.rbegin(), turns_.rend());
  for (const std::uint64_t index : running_) {
    if (std::ranges::find(turns_, index) == turns_.end()) order.push_back(index);
  }
  return order;
}

std::optional<std::uint64_t> OnlineSearch::next(const Is& ready) {
  const auto order = coming();
  const bool in_order = stage_ != Stage::search || order.empty() || begun(order.front());
  const auto end = in_order && !order.empty() ? order.begin() + 1 : order.end();
  const auto found = std::find_if(order.begin(), end, ready);
  if (found == end) return std::nullopt;
  if (!in_order) {
    std::erase(pending_, *found);
    pending_.insert(pending_.begin(), *found);
  }
  return *found;
}

std::optional<std::uint64_t> OnlineSearch::next() {
  return next([](std::uint64_t) { return true; });
}

bool OnlineSearch::succeed(std::uint64_t index, double seconds) {
  if (stage_ == Stage::decided) return true;
  // A clock with coarse ticks may show nothing at all; logarithms need something.
  seconds = std::max(seconds, 1e-9);
  const auto best = least();
  const double fastest = best ? *tried_.at(*best).outcome : std::numeric_limits<double>::infinity();
  Tried& tried = tried_[index];
  const bool warm_up = !std::exchange(tried.warm, true);
  if (stage_ == Stage::search) {
    if (warm_up && seconds <= hopeless[0] * fastest) return false;
    auto& runs = tried.search_seconds;
    runs.push_back(seconds);
    if (warm_up || runs.size() >= search_runs ||
        std::ranges::min(runs) > hopeless.at(runs.size()) * fastest) {
      settle(index);
    }
    return true;
  }
  if (warm_up) return false;  // its turn is still to come
  tried.rounds[round_] = seconds;
  std::erase(turns_, index);
  if (turns_.empty()) end_round();
  return true;
}

void OnlineSearch::settle(std::uint64_t index) {
  Tried& tried = tried_.at(index);
  tried.outcome = inference::median_of(tried.search_seconds);
  strategy_->observe(index, tried.outcome);
  ++known_;
  std::erase(pending_, index);
}

void OnlineSearch::fail(std::uint64_t index) {
  tried_[index].out = true;
  if (std::erase(pending_, index) > 0) {
    strategy_->observe(index, std::nullopt);
    ++known_;
    return;
  }
  std::erase(leaders_, index);
  std::erase(running_, index);
  std::erase(turns_, index);
  // The rest of the leaders go on; when the chosen one fails, they begin anew.
  if (stage_ == Stage::rounds && !running_.empty()) {
    if (turns_.empty()) end_round();
    return;
  }
  chosen_.reset();
  rivals_.clear();
  stage_ = Stage::search;
}

std::vector<std::uint64_t> OnlineSearch::front() const {
  std::vector<std::uint64_t> order;
  for (const auto& [index, tried] : tried_) {
    if (!tried.out && tried.outcome) order.push_back(index);
  }
  if (order.empty()) return order;
  std::ranges::stable_sort(order, {},
                           [&](std::uint64_t index) { return *tried_.at(index).outcome; });
  const double most = leader_share * *tried_.at(order.front()).outcome;
  std::erase_if(order, [&](std::uint64_t index) { return *tried_.at(index).outcome > most; });
  if (order.size() > most_leaders) order.resize(most_leaders);
  return order;
}

// False if nothing has succeeded.
bool OnlineSearch::begin_rounds() {
  leaders_ = running_ = front();
  if (leaders_.empty()) return false;
  for (const std::uint64_t index : leaders_) tried_.at(index).rounds.clear();
  round_ = 0;
  stage_ = Stage::rounds;
  begin_round();
  return true;
}

void OnlineSearch::begin_round() {
  turns_ = running_;
  std::ranges::shuffle(turns_, random_);
}

void OnlineSearch::end_round() {
  ++round_;
  const auto look = inference::look_after(round_, alpha);
  if (look && look->blocks == round_) judge();
  if (stage_ == Stage::rounds) begin_round();
}

void OnlineSearch::judge() {
  std::vector<inference::Contestant> contestants;
  for (std::size_t k = 0; k < leaders_.size(); ++k) {
    inference::Contestant& one = contestants.emplace_back();
    one.group = k;
    for (const auto& [round, seconds] : tried_.at(leaders_[k]).rounds) {
      one.logs[round] = std::log(seconds);
    }
  }
  const auto [leader, standings] =
      inference::rank(contestants, {alpha, std::log1p(budget_.margin)});
  running_.clear();
  rivals_.clear();
  for (std::size_t k = 0; k < leaders_.size(); ++k) {
    if (k == leader || !standings[k].settled()) running_.push_back(leaders_[k]);
    if (k != leader && standings[k].verdict.outcome != inference::Outcome::slower) {
      rivals_.push_back(leaders_[k]);
    }
  }
  if (running_.size() > 1 && round_ < most_rounds) return;
  chosen_ = leaders_[leader];
  stage_ = Stage::decided;
}

}  // namespace assay
