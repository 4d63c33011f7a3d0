#include "framework/inference/looks.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/core/error.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/normal.hpp"

namespace assay::inference {
namespace {

// The part of alpha that is spent when the share `t` of the blocks has been seen.
double spent(double t, double alpha, Spending spending) {
  if (spending == Spending::pocock) return alpha * std::log1p((std::numbers::e - 1) * t);
  return 2 * normal_probability(normal_quantile(alpha / 2) / std::sqrt(t));
}

void require_plan(std::span<const std::size_t> blocks, double alpha) {
  if (!(alpha > 0 && alpha < 1)) {
    throw usage_error("a level of {}: it must lie between 0 and 1", alpha);
  }
  const auto unordered = std::adjacent_find(blocks.begin(), blocks.end(), std::greater_equal<>());
  if (blocks.empty() || blocks.front() == 0 || unordered != blocks.end()) {
    throw usage_error(
        "looks at {} blocks: there must be one look or more, each after more blocks than the one "
        "before",
        fmt::join(blocks, ", "));
  }
  if (blocks.back() < fewest_blocks(alpha)) {
    throw usage_error("{} blocks are too few for a level of {:.3g}: {} are needed", blocks.back(),
                      alpha, fewest_blocks(alpha));
  }
}

}  // namespace

std::vector<Look> plan_looks(std::span<const std::size_t> blocks, double alpha, Spending spending) {
  require_plan(blocks, alpha);
  const double all = static_cast<double>(blocks.back());
  std::vector<Look> looks;
  double spent_before = 0;
  for (const std::size_t count : blocks) {
    const bool last = count == blocks.back();
    const double by_now = last ? alpha : spent(static_cast<double>(count) / all, alpha, spending);
    const double level = by_now - spent_before;
    if (count < fewest_blocks(level)) continue;
    looks.push_back({count, level});
    spent_before = by_now;
  }
  // The level left for the last look may be too small: then it takes over the levels of looks
  // before it.
  while (looks.empty() || looks.back().blocks < blocks.back()) {
    double level = alpha;
    if (!looks.empty()) looks.pop_back();
    for (const Look& look : looks) level -= look.level;
    if (blocks.back() >= fewest_blocks(level)) looks.push_back({blocks.back(), level});
  }
  return looks;
}

SequentialTest::SequentialTest(std::vector<Look> looks, const Criteria& criteria, Judge judge)
    : looks_(std::move(looks)), criteria_(criteria), judge_(std::move(judge)) {
  if (looks_.empty()) throw internal_error("a sequential test without looks");
}

std::optional<Decision> SequentialTest::add(double effect) {
  if (finished_) throw internal_error("a block after the final decision");
  require_finite({&effect, 1}, "the effect of block");
  effects_.push_back(effect);
  const Look& look = looks_[next_look_];
  if (effects_.size() < look.blocks) return std::nullopt;

  ++next_look_;
  Decision decision;
  criteria_.alpha = look.level;
  decision.verdict = judge_(effects_, criteria_);
  p_overall_ = std::min(p_overall_, decision.verdict.p_different * alpha() / look.level);
  decision.p_overall = p_overall_;
  finished_ = next_look_ == looks_.size() || decision.verdict.outcome != Outcome::undecided;
  decision.final = finished_;
  return decision;
}

double SequentialTest::alpha() const {
  double sum = 0;
  for (const Look& look : looks_) sum += look.level;
  return sum;
}

}  // namespace assay::inference
