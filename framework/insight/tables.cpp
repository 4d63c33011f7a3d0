#include "framework/insight/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"

namespace assay {
namespace {

constexpr double uneven = 0.25;  // spread of the values' failure shares worth showing

Cell minor(const std::string& text) { return {text, Meaning::minor}; }

Cell share_cell(const OverTrees& share) {
  return {format_share(share.mean), Meaning::plain, share.mean};
}

double failed_share(const ValueInsight& value) {
  return value.trials == 0
             ? 0
             : static_cast<double>(value.failed()) / static_cast<double>(value.trials);
}

bool fails_unevenly(const ParameterInsight& parameter) {
  const auto [least, most] = std::minmax_element(
      parameter.values.begin(), parameter.values.end(),
      [](const auto& a, const auto& b) { return failed_share(a) < failed_share(b); });
  return failed_share(*most) - failed_share(*least) > uneven;
}

bool has_weight(const ParameterInsight& parameter) {
  return (parameter.share && parameter.share->mean >= least_parameter_share) ||
         fails_unevenly(parameter);
}

// The value with the least mean, as one would choose without looking at the other parameters.
const ValueInsight* best_on_average(const ParameterInsight& parameter) {
  const ValueInsight* best = nullptr;
  for (const auto& value : parameter.values) {
    if (!value.mean) continue;
    if (best == nullptr || value.mean->median < best->mean->median) best = &value;
  }
  return best;
}

std::vector<Cell> value_row(const Explanation& explanation, const ParameterInsight& parameter,
                            const ValueInsight& value, bool first) {
  const Objective& objective = explanation.objective;
  const char* unit = objective.unit();
  const auto mean = value.mean ? std::optional(objective.told(*value.mean)) : std::nullopt;
  const bool is_best = value.best && explanation.best && *value.best == *explanation.best;
  const bool all_failed = value.trials > 0 && !value.best;
  return {{first ? one_line(parameter.name) : ""},
          {one_line(to_string(value.value)), is_best ? Meaning::good : Meaning::plain},
          {fmt::format("{}", value.trials)},
          {value.best ? format_value(objective.told(*value.best), unit) : "-",
           is_best      ? Meaning::good
           : all_failed ? Meaning::bad
                        : Meaning::plain,
           value.best ? std::optional(objective.told(*value.best)) : std::nullopt},
          {value.best && explanation.best ? format_ratio(*value.best / *explanation.best) : ""},
          mean ? Cell{format_value(mean->median, unit), Meaning::plain, mean->median} : Cell{"-"},
          mean ? minor(format_bounds(*mean, unit)) : Cell{""},
          {failure_text(value), all_failed ? Meaning::bad : Meaning::plain}};
}

}  // namespace

std::string heading_of(const Explanation& explanation) {
  return fmt::format(
      "{}: {} {}, {} of them failed{}", one_line(explanation.name), explanation.trials,
      explanation.whole ? "configurations" : "trials", explanation.failures,
      explanation.best
          ? fmt::format(", best {}", format_value(explanation.objective.told(*explanation.best),
                                                  explanation.objective.unit()))
          : "");
}

std::vector<std::string> sentences_of(const Explanation& explanation) {
  std::vector<std::string> sentences;
  if (explanation.best) {
    sentences.push_back("best: " + one_line(to_string(explanation.best_configuration)));
  }
  if (explanation.foretold && explanation.beyond_pairs) {
    sentences.push_back(fmt::format(
        "The model predicts {} of the variance of trials it has not seen. Shares are of the "
        "variance of the logarithm, over all {} combinations of the values; {} lie beyond pairs.",
        format_share(std::max(0.0, *explanation.foretold)), format_number(explanation.product_size),
        format_share(*explanation.beyond_pairs)));
  }
  for (const auto& note : explanation.notes) sentences.push_back("note: " + one_line(note));
  return sentences;
}

Table share_table(const Explanation& explanation, bool everything) {
  Table table{{{"parameter"}, {"share", true}, {"std. dev.", true}, {"best on average"}}, {}};
  for (const auto& parameter : explanation.parameters) {
    if (!parameter.share) continue;
    const ValueInsight* best = best_on_average(parameter);
    table.rows.push_back({{one_line(parameter.name)},
                          share_cell(*parameter.share),
                          minor(format_share(parameter.share->deviation)),
                          {best == nullptr ? "" : one_line(to_string(best->value))}});
  }
  for (const auto& pair : explanation.interactions) {
    if (!everything && pair.share.mean < least_pair_share) break;
    table.rows.push_back({{one_line(pair.first) + " with " + one_line(pair.second)},
                          share_cell(pair.share),
                          minor(format_share(pair.share.deviation)),
                          {""}});
  }
  return table;
}

Table value_table(const Explanation& explanation, bool everything) {
  Table table{{{"parameter"},
               {"value", true},
               {"trials", true},
               {"best", true},
               {"of the best", true},
               {"mean", true},
               {"over the trees"},
               {"failed"}},
              {}};
  for (const auto& parameter : explanation.parameters) {
    if (!everything && !has_weight(parameter)) continue;
    for (const auto& value : parameter.values) {
      table.rows.push_back(
          value_row(explanation, parameter, value, &value == &parameter.values.front()));
    }
  }
  return table;
}

Table budget_table(const Explanation& explanation) {
  const Objective& objective = explanation.objective;
  const char* unit = objective.unit();
  Table table{{{"trials", true},
               {"best of random search", true},
               {"over the best", true},
               {"chance", true}},
              {}};
  if (!explanation.whole) table.columns.push_back({"best as searched", true});
  table.columns.push_back({""});
  for (const auto& outlook : explanation.budgets) {
    std::vector<Cell> row = {{fmt::format("{}", outlook.trials)},
                             {format_value(objective.told(outlook.expected_best), unit)},
                             {format_ratio(outlook.expected_best / *explanation.best)},
                             {format_share(outlook.chance)}};
    if (!explanation.whole) {
      row.push_back(
          {outlook.as_searched ? format_value(objective.told(*outlook.as_searched), unit) : ""});
    }
    row.push_back(
        outlook.extrapolated
            ? Cell{"extrapolated; the chance is that of beating the best", Meaning::doubtful}
            : Cell{""});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string failure_text(const ValueInsight& value) {
  std::vector<std::string> parts;
  for (const auto& [status, count] : value.failures) {
    parts.push_back(fmt::format("{} {}", count, to_string(status)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace assay
