#include "framework/report/dispatch_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/hash.hpp"
#include "framework/report/choice_map.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/markup.hpp"
#include "framework/report/page_head.hpp"

namespace assay {
namespace {

using decision::FeatureValues;
using dispatch::Dispatcher;
using dispatch::RegretSummary;
using dispatch::RegretTable;

constexpr std::size_t most_maps = 6;
constexpr std::size_t most_wrong = 30;
// Choices that cost less are as good as the best, for all that few samples can say.
constexpr double wrong_regret = 0.02;

std::string per_cent(double share) { return fmt::format("{:.1f}%", 100 * share); }

Cell interval_cell(const Interval& one) {
  return {
      fmt::format("{} [{}, {}]", per_cent(one.median), per_cent(one.lower), per_cent(one.upper)),
      Meaning::plain, one.median};
}

void write_regrets(const char* title, const RegretTable& regrets, Markup& out) {
  Table table{{{"chosen by"},
               {"oracle's time over the choice's", true},
               {"95th percentile of regret", true},
               {"worst", true}},
              {}};
  const auto add = [&](const char* name, const RegretSummary& one) {
    table.rows.push_back({{name},
                          interval_cell(one.share),
                          interval_cell(one.tail),
                          {per_cent(one.worst.median), Meaning::plain, one.worst.median}});
  };
  add("the dispatcher", regrets.tree);
  add("the default alone", regrets.single);
  add("the nearest instance seen", regrets.nearest);
  write_html_table(table, fmt::format("{}: {} instances", title, regrets.tree.instances), out);
}

void write_pairs(const Dispatcher& dispatcher, Markup& out) {
  Table table{{{"", true},
               {"pair"},
               {"mean regret with those up to here", true},
               {"chosen on", true},
               {"admits inputs with"}},
              {}};
  for (std::size_t j = 0; j < dispatcher.pairs.size(); ++j) {
    const auto chosen = std::ranges::count(dispatcher.outcomes, j, &dispatch::Outcome::chosen);
    std::vector<std::string> conditions;
    for (const auto& one : dispatcher.conditions.of(j)) conditions.push_back(one.text());
    table.rows.push_back(
        {{std::to_string(j)},
         {label_of(dispatcher.pairs[j]) + (j == 0 ? " (default)" : "")},
         {per_cent(std::expm1(dispatcher.cover[j])), Meaning::plain, dispatcher.cover[j]},
         {fmt::format("{} instances", chosen)},
         {fmt::format("{}", fmt::join(conditions, " and "))}});
  }
  write_html_table(table, "Pairs", out);
}

void write_legend(const Dispatcher& dispatcher, Markup& out) {
  for (std::size_t j = 0; j < dispatcher.pairs.size(); ++j) {
    out.element("div", [&] {
      out.element("svg", {{"width", "14"}, {"height", "14"}, {"aria-hidden", "true"}}, [&] {
        out.element("rect",
                    {{"width", "14"},
                     {"height", "14"},
                     {"fill", colour_of_pair(j)},
                     {"fill-opacity", "0.55"}},
                    "");
      });
      out.text(" " + label_of(dispatcher.pairs[j]));
    });
  }
  out.element("p", {{"class", "legend"}},
              "Circles are measured instances, filled if they were held out; the larger, the more "
              "the choice costs there. A cross marks more than 10%.");
}

// The middle one of the values that a feature had on the measured instances.
double middle_value(const Dispatcher& dispatcher, std::size_t feature) {
  std::vector<double> values;
  for (const auto& outcome : dispatcher.outcomes) values.push_back(outcome.point[feature]);
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Values of the features that are no axes: numbers in the middle of what was measured, and each
// combination of texts.
std::vector<FeatureValues> other_values(const Dispatcher& dispatcher) {
  std::vector<FeatureValues> all(1);
  for (std::size_t k = 0; k < dispatcher.features.size(); ++k) {
    const auto& texts = dispatcher.features[k].texts;
    const double middle = texts.empty() ? middle_value(dispatcher, k) : 0;
    std::vector<FeatureValues> longer;
    for (const FeatureValues& values : all) {
      for (std::size_t t = 0; t < std::max<std::size_t>(1, texts.size()); ++t) {
        longer.push_back(values);
        longer.back().push_back(texts.empty() ? middle : static_cast<double>(t));
      }
    }
    all = std::move(longer);
  }
  if (all.size() > most_maps) all.resize(most_maps);
  return all;
}

std::string heading_of(const Dispatcher& dispatcher, MapAxes axes, const FeatureValues& values) {
  std::string heading = "Choices by " + dispatcher.features[axes.x].name;
  if (axes.x != axes.y) heading += " and " + dispatcher.features[axes.y].name;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k == axes.x || k == axes.y) continue;
    const auto& feature = dispatcher.features[k];
    heading += feature.texts.empty()
                   ? fmt::format(", {} = {}", feature.name, values[k])
                   : fmt::format(", {} = {}", feature.name,
                                 feature.texts[static_cast<std::size_t>(values[k])]);
  }
  return heading;
}

void write_maps(const Dispatcher& dispatcher, Markup& out) {
  const MapAxes axes = axes_of_choices(dispatcher);
  if (!dispatcher.features[axes.x].texts.empty()) return;
  out.element("h2", "Map of choices");
  write_legend(dispatcher, out);
  for (const FeatureValues& values : other_values(dispatcher)) {
    out.element("h3", heading_of(dispatcher, axes, values));
    write_choice_map(dispatcher, axes, values, out);
  }
}

// The pair, and which one comes in its place.
std::string labels_of(const Dispatcher& dispatcher, const decision::Preference& pairs) {
  std::string labels;
  for (const std::size_t pair : pairs) {
    labels += (labels.empty() ? "" : "; where it cannot, ") + label_of(dispatcher.pairs[pair]);
  }
  return labels;
}

void write_conditions(const Dispatcher& dispatcher, Markup& out) {
  Table table{{{"where"}, {"chosen"}, {"instances of the training", true}}, {}};
  const auto& nodes = dispatcher.tree.nodes();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (!nodes[node].is_leaf()) continue;
    const std::string path = path_to(dispatcher, node);
    table.rows.push_back({{path.empty() ? "always" : path},
                          {labels_of(dispatcher, nodes[node].pairs)},
                          {std::to_string(nodes[node].instances)}});
  }
  write_html_table(table, "Crossovers", out);
}

void write_wrong(const Dispatcher& dispatcher, Markup& out) {
  std::vector<dispatch::Outcome> wrong;
  std::ranges::copy_if(dispatcher.outcomes, std::back_inserter(wrong),
                       [](const auto& one) { return one.regret > wrong_regret; });
  std::ranges::sort(wrong, std::greater(), &dispatch::Outcome::regret);
  const std::size_t all = wrong.size();
  if (all > most_wrong) wrong.resize(most_wrong);
  Table table{{{"instance"}, {""}, {"costs more by", true}, {"chosen"}, {"best"}}, {}};
  for (const auto& one : wrong) {
    table.rows.push_back({{one.instance},
                          {one.held_out ? "held out" : "seen"},
                          {per_cent(std::expm1(one.regret)), Meaning::plain, one.regret},
                          {label_of(dispatcher.pairs[one.chosen])},
                          {label_of(dispatcher.pairs[one.best])}});
  }
  out.element("h2", "Where it is wrong");
  out.element("p", fmt::format("On {} of {} instances the choice costs more than 2% more than the "
                               "best pair{}.",
                               all, dispatcher.outcomes.size(),
                               all > most_wrong ? fmt::format("; the worst {}", most_wrong) : ""));
  write_html_table(table, "The worst choices", out);
}

}  // namespace

void write_dispatch_page(const Dispatcher& dispatcher, std::ostream& out) {
  const std::string title = "Dispatcher of " + dispatcher.problem;
  Markup page;
  page.empty("!DOCTYPE html", {});
  page.element("html", {{"lang", "en"}}, [&] {
    page.element("head", [&] { write_page_head(title, hash_hex(title), page); });
    page.element("body", [&] {
      page.element("header", [&] { page.element("h1", title); });
      page.element(
          "p", fmt::format("Made by assay {} from the scenario {}, on machine {}: {}. A "
                           "decision takes {:.0f} ns, by {}.",
                           dispatcher.assay_version, dispatcher.scenario, dispatcher.machine,
                           fmt::join(dispatcher.devices, "; "),
                           1e9 * dispatcher.decision_time.seconds, dispatcher.decision_time.by));
      page.element("h2", "What its choices cost");
      if (dispatcher.held_out) {
        write_regrets("Instances of sizes it has not seen", *dispatcher.held_out, page);
      }
      write_regrets("Instances it was made from", dispatcher.seen, page);
      write_pairs(dispatcher, page);
      write_maps(dispatcher, page);
      write_conditions(dispatcher, page);
      write_wrong(dispatcher, page);
    });
  });
  out << page.str();
}

}  // namespace assay
