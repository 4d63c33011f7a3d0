#include "framework/decision/pair_conditions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "framework/core/error.hpp"

namespace assay::decision {
namespace {

// Whole numbers below it are the same as reals.
constexpr double exact = 0x1p53;

// Features hold sizes as reals, and `//` and `%` of expressions ask for whole numbers.
Scalar scalar_of(const Feature& feature, double value) {
  if (!feature.texts.empty()) {
    const auto number = static_cast<std::size_t>(value);
    return Scalar::of(feature.texts[std::min(number, feature.texts.size() - 1)]);
  }
  const bool whole = value == std::floor(value) && std::abs(value) < exact;
  return whole ? Scalar::of(static_cast<std::int64_t>(value)) : Scalar::of(value);
}

// Whether each feature has a value: a number, and one of its texts where it is a text.
bool is_input(const std::vector<Feature>& features, const FeatureValues& values) {
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (std::isnan(values[k])) return false;
    const auto texts = static_cast<double>(features[k].texts.size());
    if (texts > 0 && !(values[k] >= 0 && values[k] < texts)) return false;
  }
  return true;
}

}  // namespace

PairConditions::PairConditions(std::vector<Feature> features,
                               const std::vector<std::vector<std::string>>& texts)
    : features_(std::move(features)) {
  std::vector<std::string> names;
  for (const Feature& feature : features_) names.push_back(feature.name);
  for (const auto& of_pair : texts) {
    auto& conditions = conditions_.emplace_back();
    for (const std::string& text : of_pair) conditions.push_back(Expression::parse(text, names));
  }
}

bool PairConditions::admits(std::size_t pair, const FeatureValues& values) const {
  if (pair >= conditions_.size() || conditions_[pair].empty()) return true;
  if (!is_input(features_, values)) return false;
  // A decision must not wait for memory.
  std::array<Scalar, 16> usual;
  std::vector<Scalar> many(features_.size() > usual.size() ? features_.size() : 0);
  const std::span<Scalar> slots = many.empty() ? std::span<Scalar>(usual) : std::span<Scalar>(many);
  for (std::size_t k = 0; k < features_.size(); ++k) slots[k] = scalar_of(features_[k], values[k]);
  try {
    return std::ranges::all_of(conditions_[pair],
                               [&](const Expression& one) { return one.holds(slots); });
  } catch (const Error&) {
    return false;
  }
}

std::size_t PairConditions::admitted(const Preference& preferred,
                                     const FeatureValues& values) const {
  for (const std::size_t pair : preferred) {
    if (admits(pair, values)) return pair;
  }
  for (std::size_t pair = 0; pair < conditions_.size(); ++pair) {
    if (admits(pair, values)) return pair;
  }
  return preferred.front();
}

std::vector<Expression> PairConditions::of(std::size_t pair) const {
  return pair < conditions_.size() ? conditions_[pair] : std::vector<Expression>();
}

}  // namespace assay::decision
