#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "framework/compare/table.hpp"
#include "framework/compare/text.hpp"
#include "framework/compare/writer.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/units.hpp"
#include "framework/replay/timed_summary.hpp"

namespace assay {
namespace {

using OrderedJson = nlohmann::ordered_json;

Table timed_table(const TimedSpaceSummary& space) {
  Table table{{{"strategy"},
               {"seconds", true},
               {"trials", true},
               {"optimum/best", true},
               {"std. error", true},
               {"cores busy", true},
               {"devices busy", true},
               {"time/ideal", true}},
              {}};
  for (const auto& summary : space.strategies) {
    for (const auto& figures : summary.figures) {
      const bool last = &figures == &summary.figures.back();
      table.rows.push_back({{one_line(summary.strategy)},
                            {fmt::format("{:g}", figures.seconds)},
                            {fmt::format("{:.1f}", figures.trials)},
                            {fmt::format("{:.3f}", figures.optimum_over_best)},
                            {fmt::format("{:.3f}", figures.standard_error)},
                            {last ? format_share(summary.cores_busy) : ""},
                            {last ? format_share(summary.devices_busy) : ""},
                            {last ? fmt::format("{:.2f}", summary.over_ideal) : ""}});
    }
  }
  return table;
}

void write_timed_csv(const TimedSummary& summary, std::ostream& out) {
  write_csv_row({"space", "seeds", "cores", "devices", "strategy", "seconds", "trials",
                 "optimum_over_best", "standard_error", "cores_busy", "devices_busy", "over_ideal"},
                out);
  const auto text = [](const auto& number) { return fmt::format("{}", number); };
  for (const auto& space : summary.spaces) {
    for (const auto& s : space.strategies) {
      for (const auto& f : s.figures) {
        write_csv_row(
            {space.name, text(summary.seeds), text(summary.cores), text(summary.devices),
             s.strategy, text(f.seconds), text(f.trials), text(f.optimum_over_best),
             text(f.standard_error), text(s.cores_busy), text(s.devices_busy), text(s.over_ideal)},
            out);
      }
    }
  }
}

OrderedJson timed_json(const TimedStrategySummary& summary) {
  OrderedJson figures = OrderedJson::array();
  for (const auto& f : summary.figures) {
    figures.push_back({{"seconds", f.seconds},
                       {"trials", f.trials},
                       {"optimum_over_best", f.optimum_over_best},
                       {"standard_error", f.standard_error}});
  }
  return {{"strategy", summary.strategy},
          {"figures", figures},
          {"cores_busy", summary.cores_busy},
          {"devices_busy", summary.devices_busy},
          {"over_ideal", summary.over_ideal}};
}

void write_timed_json(const TimedSummary& summary, std::ostream& out) {
  OrderedJson spaces = OrderedJson::array();
  for (const auto& space : summary.spaces) {
    OrderedJson strategies = OrderedJson::array();
    for (const auto& strategy : space.strategies) strategies.push_back(timed_json(strategy));
    spaces.push_back({{"space", space.name}, {"strategies", strategies}});
  }
  const OrderedJson json = {{"seeds", summary.seeds},
                            {"cores", summary.cores},
                            {"devices", summary.devices},
                            {"spaces", spaces}};
  // Names of files need not be valid UTF-8.
  out << json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) << '\n';
}

}  // namespace

void write_timed_replay(const TimedSummary& summary, const std::string& format, bool colour,
                        std::ostream& out) {
  if (format == "csv") return write_timed_csv(summary, out);
  if (format == "json") return write_timed_json(summary, out);
  if (format != "terminal" && format != "markdown") {
    throw usage_error("there is no output format '{}'; {}", format,
                      did_you_mean(format, writer_names()));
  }
  if (format == "terminal") {
    out << fmt::format("{} searches each, with {} cores that compile for each of {} devices\n",
                       summary.seeds, summary.cores, summary.devices);
  }
  for (const auto& space : summary.spaces) {
    if (format == "terminal") {
      out << '\n' << one_line(space.name) << "\n\n";
      write_terminal_table(timed_table(space), colour, out);
    } else {
      out << "## " << markdown_text(space.name) << "\n\n";
      write_markdown_table(timed_table(space), out);
    }
  }
}

}  // namespace assay
