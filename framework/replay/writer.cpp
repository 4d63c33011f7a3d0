#include "framework/replay/writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>

#include "framework/compare/table.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/writer.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/units.hpp"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using OverTime = GapOverTime::Value;

constexpr const char* mean_title = "mean over the spaces";

Cell gap_cell(const ReplayFigures& figures) {
  const auto gap = figures.gap_closed();
  if (!gap) return {"-", Meaning::minor};
  // Adding 0 avoids "-0%".
  return {fmt::format("{:.0f}%", std::round(100 * *gap) + 0.0),
          *gap > 0 ? Meaning::good : Meaning::bad};
}

// A table with one row for each strategy and budget.
Table figure_table(const std::vector<StrategySummary>& strategies) {
  Table table{{{"strategy"},
               {"trials", true},
               {"optimum/best", true},
               {"std. error", true},
               {"exact random", true},
               {"gap closed", true},
               {"within 1%", true},
               {"random within 1%", true}},
              {}};
  for (const auto& summary : strategies) {
    for (const auto& figures : summary.figures) {
      table.rows.push_back({{one_line(summary.strategy)},
                            {fmt::format("{}", figures.trials)},
                            {fmt::format("{:.3f}", figures.optimum_over_best)},
                            {fmt::format("{:.3f}", figures.standard_error)},
                            {fmt::format("{:.3f}", figures.random)},
                            gap_cell(figures),
                            {format_share(figures.hits)},
                            {format_share(figures.random_hits)}});
    }
  }
  return table;
}

// A table with one row for each strategy.
Table cost_table(const std::vector<StrategySummary>& strategies) {
  Table table{{{"strategy"},
               {"gap closed over time", true},
               {"std. error", true},
               {"time covered", true},
               {"cost of a proposal", true},
               {"slowest", true},
               {"set-up", true}},
              {}};
  for (const auto& summary : strategies) {
    const auto& over_time = summary.over_time;
    table.rows.push_back({{one_line(summary.strategy)},
                          {over_time ? fmt::format("{:.3f}", over_time->closed) : "-"},
                          {over_time ? fmt::format("{:.3f}", over_time->standard_error) : "-"},
                          {over_time ? format_share(over_time->covered) : "-"},
                          {format_seconds(summary.proposal_seconds)},
                          {format_seconds(summary.slowest_seconds)},
                          {format_seconds(summary.setup_seconds)}});
  }
  return table;
}

std::string heading_of(const SpaceSummary& space) {
  return fmt::format("{}: {} configurations{}, {} of them failed, optimum {}", one_line(space.name),
                     space.configurations,
                     space.whole ? "" : " (only those a search tried, not the whole space)",
                     space.failures, format_seconds(space.optimum));
}

// Writes the headings and tables for people, independent of the markup.
void write_tables(const ReplaySummary& summary,
                  const std::function<void(const std::string&)>& heading,
                  const std::function<void(const Table&)>& table) {
  const auto section = [&](const std::string& title,
                           const std::vector<StrategySummary>& strategies) {
    heading(title);
    table(figure_table(strategies));
    table(cost_table(strategies));
  };
  for (const auto& space : summary.spaces) section(heading_of(space), space.strategies);
  if (!summary.means.empty()) section(mean_title, summary.means);
}

void write_terminal(const ReplaySummary& summary, bool colour, std::ostream& out) {
  out << fmt::format("{} searches each; optimum/best is 1 if the optimum was found\n",
                     summary.seeds);
  write_tables(
      summary, [&](const std::string& title) { out << '\n'
                                                   << title << '\n'; },
      [&](const Table& table) {
        out << '\n';
        write_terminal_table(table, colour, out);
      });
}

void write_markdown(const ReplaySummary& summary, std::ostream& out) {
  write_tables(
      summary, [&](const std::string& title) { out << "## " << markdown_text(title) << "\n\n"; },
      [&](const Table& table) { write_markdown_table(table, out); });
}

std::string number(double value) { return fmt::format("{}", value); }
std::string number(const std::optional<double>& value) { return value ? number(*value) : ""; }

// A figure of the gap closed over time, if there are any.
std::optional<double> over_time(const StrategySummary& summary, double OverTime::*figure) {
  return summary.over_time ? std::optional((*summary.over_time).*figure) : std::nullopt;
}

// Writes a row for each strategy and budget; `facts` are the columns of the space.
void write_csv_rows(const std::vector<std::string>& facts,
                    const std::vector<StrategySummary>& strategies, std::ostream& out) {
  for (const auto& s : strategies) {
    for (const auto& f : s.figures) {
      std::vector<std::string> fields = facts;
      for (const auto& field :
           {s.strategy, fmt::format("{}", f.trials), number(f.optimum_over_best),
            number(f.standard_error), number(f.random), number(f.gap_closed()), number(f.hits),
            number(f.random_hits), number(over_time(s, &OverTime::closed)),
            number(over_time(s, &OverTime::standard_error)),
            number(over_time(s, &OverTime::covered)), number(s.proposal_seconds),
            number(s.slowest_seconds), number(s.setup_seconds)}) {
        fields.push_back(field);
      }
      write_csv_row(fields, out);
    }
  }
}

void write_csv(const ReplaySummary& summary, std::ostream& out) {
  write_csv_row({"space", "configurations", "failures", "optimum_seconds", "seeds", "strategy",
                 "trials", "optimum_over_best", "standard_error", "exact_random", "gap_closed",
                 "hits", "random_hits", "gap_closed_over_time", "over_time_standard_error",
                 "time_covered", "proposal_seconds", "slowest_seconds", "setup_seconds"},
                out);
  const std::string seeds = fmt::format("{}", summary.seeds);
  for (const auto& space : summary.spaces) {
    write_csv_rows({space.name, fmt::format("{}", space.configurations),
                    fmt::format("{}", space.failures), number(space.optimum), seeds},
                   space.strategies, out);
  }
  write_csv_rows({mean_title, "", "", "", seeds}, summary.means, out);
}

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json figures_json(const ReplayFigures& figures) {
  return {{"trials", figures.trials},
          {"optimum_over_best", figures.optimum_over_best},
          {"standard_error", figures.standard_error},
          {"exact_random", figures.random},
          {"gap_closed", optional_json(figures.gap_closed())},
          {"hits", figures.hits},
          {"random_hits", figures.random_hits}};
}

Json strategies_json(const std::vector<StrategySummary>& strategies) {
  Json list = Json::array();
  for (const auto& summary : strategies) {
    Json json = {
        {"strategy", summary.strategy},
        {"figures", Json::array()},
        {"gap_closed_over_time", optional_json(over_time(summary, &OverTime::closed))},
        {"over_time_standard_error", optional_json(over_time(summary, &OverTime::standard_error))},
        {"time_covered", optional_json(over_time(summary, &OverTime::covered))},
        {"proposal_seconds", summary.proposal_seconds},
        {"slowest_seconds", summary.slowest_seconds},
        {"setup_seconds", summary.setup_seconds}};
    for (const auto& figures : summary.figures) json["figures"].push_back(figures_json(figures));
    if (!summary.curve.empty()) json["curve"] = summary.curve;
    if (!summary.trials.empty()) json["trials"] = summary.trials;
    list.push_back(std::move(json));
  }
  return list;
}

void write_json(const ReplaySummary& summary, std::ostream& out) {
  Json spaces = Json::array();
  for (const auto& space : summary.spaces) {
    spaces.push_back({{"space", space.name},
                      {"whole", space.whole},
                      {"configurations", space.configurations},
                      {"failures", space.failures},
                      {"excluded", space.excluded},
                      {"optimum_seconds", space.optimum},
                      {"random_curve", space.random_curve},
                      {"strategies", strategies_json(space.strategies)}});
  }
  const Json json = {
      {"seeds", summary.seeds}, {"spaces", spaces}, {"means", strategies_json(summary.means)}};
  // Names of files need not be valid UTF-8.
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace

void write_replay(const ReplaySummary& summary, const std::string& format, bool colour,
                  std::ostream& out) {
  if (format == "terminal") return write_terminal(summary, colour, out);
  if (format == "markdown") return write_markdown(summary, out);
  if (format == "csv") return write_csv(summary, out);
  if (format == "json") return write_json(summary, out);
  throw usage_error("there is no output format '{}'; {}", format,
                    did_you_mean(format, writer_names()));
}

}  // namespace assay
