#include "framework/tune/strategy/outcome_scale.hpp"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

constexpr double augmentation = 0.05;
constexpr double logarithmic_ratio = 10;
constexpr double tolerated_move = 0.1;  // as a share of a range

std::vector<double> quantities_of(const Outcome& outcome) {
  std::vector<double> quantities = {outcome.objective};
  quantities.insert(quantities.end(), outcome.costs.begin(), outcome.costs.end());
  return quantities;
}

void widen(std::vector<QuantityRange>& ranges, const std::vector<double>& quantities) {
  if (ranges.empty()) {
    for (const double value : quantities) ranges.push_back({value, value});
  }
  for (std::size_t k = 0; k < quantities.size(); ++k) {
    ranges[k].least = std::min(ranges[k].least, quantities[k]);
    ranges[k].most = std::max(ranges[k].most, quantities[k]);
  }
}

bool none_above(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return x <= y; });
}

// The value on its scale, increasing on either side of zero; a value with the sign opposite to the
// range's counts as the end of the scale.
double on_scale(double value, bool logarithmic, const QuantityRange& range) {
  if (!logarithmic) return value;
  return range.least > 0 ? std::log(std::max(value, range.least * 1e-3))
                         : -std::log(std::max(-value, -range.most * 1e-3));
}

}  // namespace

bool Outcome::keeps() const {
  return std::all_of(shortfalls.begin(), shortfalls.end(), [](double s) { return s == 0; });
}

bool QuantityRange::logarithmic() const {
  if (!(least > 0) && !(most < 0)) return false;
  const double ratio = most / least;
  return std::max(ratio, 1 / ratio) > logarithmic_ratio;
}

void OutcomeRanges::take(const Outcome& outcome) {
  shortfalls_.resize(outcome.shortfalls.size());
  for (std::size_t k = 0; k < shortfalls_.size(); ++k) {
    shortfalls_[k] = std::max(shortfalls_[k], outcome.shortfalls[k]);
  }
  if (!outcome.keeps()) return;
  const std::vector<double> quantities = quantities_of(outcome);
  widen(kept_, quantities);
  const bool left_out = std::any_of(front_.begin(), front_.end(), [&](const auto& member) {
    return none_above(member, quantities);
  });
  if (left_out) return;
  std::erase_if(front_, [&](const auto& member) { return none_above(quantities, member); });
  front_.push_back(quantities);
}

std::vector<QuantityRange> OutcomeRanges::front() const {
  std::vector<QuantityRange> ranges;
  for (const auto& member : front_) widen(ranges, member);
  return ranges;
}

OutcomeScale::OutcomeScale(const OutcomeRanges& ranges) : shortfalls_(ranges.shortfalls()) {
  const auto front = ranges.front();
  for (std::size_t k = 0; k < ranges.kept().size(); ++k) {
    const QuantityRange& kept = ranges.kept()[k];
    const QuantityRange& used = front[k].most > front[k].least ? front[k] : kept;
    Axis axis;
    axis.range = kept;
    axis.logarithmic = kept.logarithmic();
    axis.from = on_scale(used.least, axis.logarithmic, kept);
    axis.width = on_scale(used.most, axis.logarithmic, kept) - axis.from;
    axis.worst = axis.place(kept.most);
    axes_.push_back(axis);
  }
  if (!ranges.kept().empty()) worst_objective_ = ranges.kept()[0].most;
}

double OutcomeScale::Axis::place(double value) const {
  // If all values are equal, there is nothing to choose.
  return width > 0 ? (on_scale(value, logarithmic, range) - from) / width : 0;
}

double OutcomeScale::norm(std::span<const double> places, std::span<const double> weights) const {
  double largest = weights[0] * places[0];
  double sum = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    largest = std::max(largest, weights[k] * places[k]);
    sum += places[k];
  }
  return largest + augmentation * sum;
}

double OutcomeScale::penalty(const Outcome& outcome) const {
  double sum = 0;
  for (std::size_t k = 0; k < outcome.shortfalls.size(); ++k) {
    if (outcome.shortfalls[k] > 0) sum += outcome.shortfalls[k] / shortfalls_[k];
  }
  return sum;
}

double OutcomeScale::told(const Outcome& outcome, std::span<const double> weights) const {
  const bool keeps = outcome.keeps();
  if (weights.size() == 1) {
    return keeps ? outcome.objective : worst_objective_ * std::exp(penalty(outcome));
  }
  std::vector<double> places;
  for (const Axis& axis : axes_) places.push_back(axis.worst);
  if (places.empty()) return std::exp(penalty(outcome));  // no outcome meets the requirements
  if (keeps) {
    const std::vector<double> quantities = quantities_of(outcome);
    for (std::size_t k = 0; k < places.size(); ++k) places[k] = axes_[k].place(quantities[k]);
  }
  return std::exp(norm(places, weights) + penalty(outcome));
}

bool OutcomeScale::fits(const OutcomeRanges& ranges) const {
  const OutcomeScale now(ranges);
  // A single quantity without requirements is passed on unchanged.
  if (now.axes_.size() <= 1 && now.shortfalls_.empty()) return true;
  if (now.axes_.size() != axes_.size() || now.shortfalls_.size() != shortfalls_.size()) {
    return false;
  }
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const Axis& then = axes_[k];
    const Axis& axis = now.axes_[k];
    if (then.logarithmic != axis.logarithmic) return false;
    const double move = std::max(std::abs(axis.from - then.from),
                                 std::abs(axis.from + axis.width - then.from - then.width));
    if (move > tolerated_move * std::max(then.width, 0.0)) return false;
  }
  for (std::size_t k = 0; k < shortfalls_.size(); ++k) {
    if (now.shortfalls_[k] > (1 + tolerated_move) * shortfalls_[k]) return false;
  }
  return true;
}

}  // namespace assay
