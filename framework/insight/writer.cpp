#include "framework/insight/writer.hpp"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>

#include "framework/compare/writer.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/insight/tables.hpp"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* budget_title = "what more trials would buy, if they were chosen at random";

void write_terminal(const std::vector<Explanation>& explanations, const ExplanationLayout& layout,
                    std::ostream& out) {
  const auto table = [&](const Table& shown) {
    if (shown.rows.empty()) return;
    out << '\n';
    write_terminal_table(shown, layout.colour, out);
  };
  const char* gap = "";
  for (const auto& explanation : explanations) {
    out << gap << heading_of(explanation) << '\n';
    gap = "\n";
    for (const auto& sentence : sentences_of(explanation)) out << "  " << sentence << '\n';
    table(share_table(explanation, layout.everything));
    table(value_table(explanation, layout.everything));
    if (explanation.budgets.empty()) continue;
    out << "\n  " << budget_title << '\n';
    table(budget_table(explanation));
  }
}

void write_markdown(const std::vector<Explanation>& explanations, const ExplanationLayout& layout,
                    std::ostream& out) {
  const auto table = [&](const Table& shown) {
    if (!shown.rows.empty()) write_markdown_table(shown, out);
  };
  for (const auto& explanation : explanations) {
    out << "## " << markdown_text(heading_of(explanation)) << "\n\n";
    for (const auto& sentence : sentences_of(explanation)) {
      out << "- " << markdown_text(sentence) << '\n';
    }
    out << '\n';
    table(share_table(explanation, layout.everything));
    table(value_table(explanation, layout.everything));
    if (explanation.budgets.empty()) continue;
    out << "### " << markdown_text(budget_title) << "\n\n";
    table(budget_table(explanation));
  }
}

std::string number(double value) { return fmt::format("{}", value); }
std::string number(const std::optional<double>& value) { return value ? number(*value) : ""; }

// The explanation with values of the objective in place of costs, for programs that read them.
Explanation told(Explanation explanation) {
  const auto tell = [&](std::optional<double>& cost) {
    if (cost) cost = explanation.objective.told(*cost);
  };
  tell(explanation.best);
  for (auto& parameter : explanation.parameters) {
    for (auto& value : parameter.values) {
      tell(value.best);
      if (value.mean) value.mean = explanation.objective.told(*value.mean);
    }
  }
  for (auto& budget : explanation.budgets) {
    budget.expected_best = explanation.objective.told(budget.expected_best);
    tell(budget.as_searched);
  }
  return explanation;
}

// Writes rows of several kinds; columns that do not apply to a kind are empty.
class CsvRows {
 public:
  explicit CsvRows(std::ostream& out) : out_(out) {}

  void write(const std::vector<Explanation>& explanations) {
    write_csv_row({"space", "kind", "parameter", "second", "value", "share", "share_deviation",
                   "trials", "failures", "best", "mean", "mean_lower", "mean_upper",
                   "expected_best", "chance", "as_searched", "extrapolated"},
                  out_);
    for (const auto& explanation : explanations) write(told(explanation));
  }

 private:
  void write(const Explanation& e) {
    for (const auto& p : e.parameters) {
      const auto share = [&](double OverTrees::*member) {
        return p.share ? number((*p.share).*member) : "";
      };
      row(e, "parameter", {p.name, "", "", share(&OverTrees::mean), share(&OverTrees::deviation)});
    }
    for (const auto& pair : e.interactions) {
      row(e, "pair",
          {pair.first, pair.second, "", number(pair.share.mean), number(pair.share.deviation)});
    }
    for (const auto& p : e.parameters) {
      for (const auto& v : p.values) write_value(e, p, v);
    }
    for (const auto& b : e.budgets) {
      row(e, "budget",
          {"", "", "", "", "", fmt::format("{}", b.trials), "", "", "", "", "",
           number(b.expected_best), number(b.chance), number(b.as_searched),
           b.extrapolated ? "true" : "false"});
    }
  }

  void write_value(const Explanation& e, const ParameterInsight& p, const ValueInsight& v) {
    const auto mean = [&](double Interval::*member) {
      return v.mean ? number((*v.mean).*member) : "";
    };
    row(e, "value",
        {p.name, "", to_string(v.value), "", "", fmt::format("{}", v.trials), failure_text(v),
         number(v.best), mean(&Interval::median), mean(&Interval::lower), mean(&Interval::upper)});
  }

  void row(const Explanation& e, const char* kind, std::vector<std::string> fields) {
    fields.insert(fields.begin(), {e.name, kind});
    fields.resize(17);
    write_csv_row(fields, out_);
  }

  std::ostream& out_;
};

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json share_json(const OverTrees& share) {
  return {{"mean", share.mean}, {"deviation", share.deviation}};
}

Json value_json(const ValueInsight& value) {
  Json failures = Json::object();
  for (const auto& [status, count] : value.failures) failures[to_string(status)] = count;
  Json mean;
  if (value.mean) {
    mean = {
        {"mean", value.mean->median}, {"lower", value.mean->lower}, {"upper", value.mean->upper}};
  }
  return {{"value", to_json(value.value)},
          {"trials", value.trials},
          {"failures", failures},
          {"best", optional_json(value.best)},
          {"mean", mean}};
}

Json explanation_json(const Explanation& e) {
  Json parameters = Json::array();
  for (const auto& p : e.parameters) {
    Json values = Json::array();
    for (const auto& value : p.values) values.push_back(value_json(value));
    parameters.push_back(
        {{"name", p.name}, {"share", p.share ? share_json(*p.share) : Json()}, {"values", values}});
  }
  Json pairs = Json::array();
  for (const auto& pair : e.interactions) {
    pairs.push_back(
        {{"first", pair.first}, {"second", pair.second}, {"share", share_json(pair.share)}});
  }
  Json budgets = Json::array();
  for (const auto& b : e.budgets) {
    budgets.push_back({{"trials", b.trials},
                       {"extrapolated", b.extrapolated},
                       {"expected_best", b.expected_best},
                       {"chance", b.chance},
                       {"as_searched", optional_json(b.as_searched)}});
  }
  Json best = Json::object();
  for (const auto& [name, value] : e.best_configuration) best[name] = to_json(value);
  return {{"space", e.name},
          {"unit", e.objective.unit()},
          {"whole", e.whole},
          {"trials", e.trials},
          {"failures", e.failures},
          {"product_size", e.product_size},
          {"best", optional_json(e.best)},
          {"best_configuration", best},
          {"foretold", optional_json(e.foretold)},
          {"parameters", parameters},
          {"pairs", pairs},
          {"beyond_pairs", optional_json(e.beyond_pairs)},
          {"budgets", budgets},
          {"notes", e.notes}};
}

void write_json(const std::vector<Explanation>& explanations, std::ostream& out) {
  Json list = Json::array();
  for (const auto& explanation : explanations) list.push_back(explanation_json(told(explanation)));
  // Texts of plugins and drivers are not always valid UTF-8.
  out << list.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

void write_explanations(const std::vector<Explanation>& explanations,
                        const ExplanationLayout& layout, std::ostream& out) {
  if (layout.format == "terminal") return write_terminal(explanations, layout, out);
  if (layout.format == "markdown") return write_markdown(explanations, layout, out);
  if (layout.format == "csv") return CsvRows(out).write(explanations);
  if (layout.format == "json") return write_json(explanations, out);
  throw usage_error("there is no output format '{}'; {}", layout.format,
                    did_you_mean(layout.format, writer_names()));
}

}  // namespace assay
