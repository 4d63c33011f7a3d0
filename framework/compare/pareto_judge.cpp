#include "framework/compare/pareto_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

// The two sides of a text that is a single comparison of numbers; looks only outside parentheses
// and quotes. Taking another text for a comparison merely makes a penalty less informative.
std::optional<std::pair<std::string, std::string>> sides_of(std::string_view text) {
  std::optional<std::pair<std::string, std::string>> sides;
  int depth = 0;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (depth == 0 && (c == '<' || c == '>')) {
      if (sides) return std::nullopt;  // several comparisons
      const std::size_t width = at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
      sides = {std::string(text.substr(0, at)), std::string(text.substr(at + width))};
      at += width - 1;
    }
  }
  return sides;
}

// The shortfall of a broken requirement, above 0.
double shortfall_of(const std::string& requirement, const QuantityNames& names) {
  const auto sides = sides_of(requirement);
  if (!sides) return 1;
  try {
    const double distance = std::abs(names.evaluate(sides->first) - names.evaluate(sides->second));
    // Equal sides of "<" get the smallest possible shortfall.
    return std::max(distance, std::numeric_limits<double>::min());
  } catch (const Error&) {
    return 1;
  }
}

// The names of all known quantities of a result, derived ones included.
QuantityNames known_of(const InstanceRecord& record, const Objective& objective,
                       const MeasuredQuantities& measured, const Beside& beside) {
  const QuantityNames base = names_of(record, objective, measured);
  QuantityNames all = base;
  for (const DerivedQuantity* quantity : quantities_of(record, beside)) {
    if (!quantity->against.empty()) continue;
    try {
      all.add(quantity->name, base.evaluate(quantity->expression));
    } catch (const Error&) {
      continue;  // the comparison reports why; here the name just stays unknown
    }
  }
  return all;
}

std::string unknown_axis(const ParetoAxis& axis, const QuantityNames& known) {
  return fmt::format("{}: 'pareto.{}' names '{}', but this has no such value; {}", axis.place,
                     axis.higher ? "higher" : "lower", axis.name,
                     did_you_mean(axis.name, known.names()));
}

}  // namespace

void keep_common(std::vector<ParetoGap>& gaps, const std::vector<ParetoGap>& others) {
  std::erase_if(gaps, [&](const ParetoGap& gap) {
    return std::none_of(others.begin(), others.end(),
                        [&](const ParetoGap& other) { return other.number == gap.number; });
  });
}

bool ParetoStanding::complete() const {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

bool ParetoStanding::keeps() const {
  return std::all_of(shortfalls.begin(), shortfalls.end(), [](double s) { return s == 0; });
}

ParetoStanding ParetoJudge::standing(const InstanceRecord& record, const Objective& objective,
                                     const MeasuredQuantities& measured) const {
  const QuantityNames known = known_of(record, objective, measured, *beside_);
  ParetoStanding standing;
  for (const ParetoAxis& axis : spec_->axes) {
    const auto value = known.number(axis.name);
    standing.values.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    if (!known.has(axis.name)) {
      standing.gaps.push_back({standing.values.size() - 1, unknown_axis(axis, known)});
    }
  }
  for (const auto& [text, place] : spec_->requirements) {
    try {
      standing.shortfalls.push_back(known.holds(text) ? 0 : shortfall_of(text, known));
    } catch (const Error& error) {
      standing.gaps.push_back(
          {standing.values.size() + standing.shortfalls.size(),
           fmt::format("{}: 'pareto.require' cannot be evaluated here: {}", place, error.what())});
      standing.shortfalls.push_back(1);
    }
  }
  return standing;
}

std::vector<double> ParetoJudge::costs(const ParetoStanding& standing) const {
  std::vector<double> costs = standing.values;
  for (std::size_t k = 0; k < costs.size(); ++k) {
    if (spec_->axes[k].higher) costs[k] = -costs[k];
  }
  return costs;
}

std::string requirements_text(const ParetoSpec& spec) {
  std::string text;
  for (const auto& requirement : spec.requirements) {
    text += (text.empty() ? "" : " and ") + requirement.text;
  }
  return text;
}

}  // namespace assay
