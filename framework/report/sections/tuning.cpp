// The searches: the course of each to its best result, the failures, and the importance of
// parameters.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/compare/layout.hpp"
#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/insight/tables.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/search_course.hpp"
#include "framework/report/section.hpp"
#include "framework/store/recorded_search.hpp"

namespace assay {
namespace {

// A model takes a fraction of a second for a thousand trials; a page must not take a minute.
constexpr std::size_t most_modelled = 1000;   // trials of one search, evenly chosen
constexpr std::size_t most_in_models = 6000;  // of all searches together
constexpr std::size_t message_columns = 200;

struct Search {
  std::size_t problem = 0;
  std::size_t instance = 0;
  std::size_t competitor = 0;
  std::size_t rank = 0;  // place of its entry on the instance
  const Entry* entry = nullptr;
  SearchCourse course;
  std::optional<Explanation> explanation;
};

const std::string& instance_label(const PageModel& model, const Search& search) {
  return model.problems[search.problem].names[search.instance];
}

const std::string& competitor_label(const PageModel& model, const Search& search) {
  return model.problems[search.problem].competitors[search.competitor].label;
}

std::vector<Search> searches_of(const PageModel& model) {
  std::vector<Search> searches;
  for (std::size_t k = 0; k < model.problems.size(); ++k) {
    const ProblemComparison& problem = model.problems[k];
    for (std::size_t i = 0; i < problem.instances.size(); ++i) {
      for (std::size_t c = 0; c < problem.competitors.size(); ++c) {
        const Entry* entry = problem.competitors[c].entries[i];
        if (entry == nullptr) continue;
        SearchCourse course = search_course(model.trials_of(problem, i, *entry), model.objective());
        if (course.trials == 0) continue;
        const auto rank = static_cast<std::size_t>(entry - problem.instances[i]->entries.data());
        searches.push_back({k, i, c, rank, entry, std::move(course), std::nullopt});
      }
    }
  }
  return searches;
}

// Keeps every n-th configuration, so that at most `most_modelled` are left.
RecordedSpace thinned(RecordedSpace space) {
  const std::size_t count = space.configurations.size();
  if (count <= most_modelled) return space;
  const std::size_t step = (count + most_modelled - 1) / most_modelled;
  RecordedSpace thin = space;
  thin.configurations.clear();
  thin.outcomes.clear();
  thin.whole = false;
  for (std::size_t k = 0; k < count; k += step) {
    thin.configurations.push_back(space.configurations[k]);
    thin.outcomes.push_back(space.outcomes[k]);
  }
  return thin;
}

// Models the winners' searches first, then the runners-up', within a limit on the total time.
void explain_searches(const PageModel& model, std::vector<Search>& searches) {
  std::vector<Search*> order;
  for (Search& search : searches) order.push_back(&search);
  std::stable_sort(order.begin(), order.end(),
                   [](const Search* a, const Search* b) { return a->rank < b->rank; });
  std::size_t spent = 0;
  for (Search* search : order) {
    const std::size_t trials = std::min(search->course.trials, most_modelled);
    const bool several = search->course.trials > 1 && !search->course.improvements.empty();
    if (!several || spent + trials > most_in_models) continue;
    const ProblemComparison& problem = model.problems[search->problem];
    const InstanceComparison& instance = *problem.instances[search->instance];
    RecordedSearch recorded{
        problem.machine->machine, instance.id,
        instance.record,          search->entry->variant,
        search->entry->device,    model.comparison.mode,
        search->course.trials,    competitor_label(model, *search) + ", " + instance.label};
    RecordedSpace space = thinned(recorded_space(model.store, recorded));
    if (space.outcomes.empty()) continue;
    spent += trials;
    search->explanation = explain(space);
  }
}

Table search_table(const PageModel& model, const std::vector<Search>& searches) {
  Table table{{{"instance"},
               {"variant"},
               {"trials", true},
               {"failed", true},
               {"time", true},
               {"best", true},
               {"found in trial", true},
               {"found after", true}},
              {}};
  for (const Search& search : searches) {
    std::size_t failed = 0;
    for (const auto& [status, count] : search.course.failures) failed += count;
    std::vector<Cell> row = {{one_line(instance_label(model, search))},
                             {one_line(competitor_label(model, search))},
                             number_cell(static_cast<double>(search.course.trials)),
                             number_cell(static_cast<double>(failed)),
                             value_cell(search.course.seconds, "s")};
    if (!search.course.improvements.empty()) {
      const Improvement& last = search.course.improvements.back();
      row.push_back(value_cell(last.value, model.objective().unit()));
      row.push_back(number_cell(static_cast<double>(last.trial)));
      row.push_back(value_cell(last.seconds, "s"));
    }
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table improvement_table(const PageModel& model, const std::vector<Search>& searches) {
  Table table{{{"instance"},
               {"variant"},
               {"trial", true},
               {"after", true},
               {"best so far", true},
               {"configuration"}},
              {}};
  for (const Search& search : searches) {
    for (const Improvement& step : search.course.improvements) {
      table.rows.push_back({{one_line(instance_label(model, search))},
                            {one_line(competitor_label(model, search))},
                            number_cell(static_cast<double>(step.trial)),
                            value_cell(step.seconds, "s"),
                            value_cell(step.value, model.objective().unit()),
                            {one_line(to_string(step.record->key.configuration))}});
    }
  }
  return table;
}

Table failure_table(const PageModel& model) {
  struct Kind {
    std::size_t count = 0;
    std::string latest;
  };
  std::map<std::pair<std::string, std::string>, Kind> kinds;  // by variant and status
  for (const StoredTrial& trial : model.trials) {
    if (trial.status == TrialStatus::ok) continue;
    Kind& kind = kinds[{model.variants.at(trial.key.variant).name, to_string(trial.status)}];
    ++kind.count;
    kind.latest = trial.message.empty() ? to_string(trial.key.configuration) : trial.message;
  }
  Table table{{{"variant"}, {"kind"}, {"trials", true}, {"the latest"}}, {}};
  for (const auto& [place, kind] : kinds) {
    table.rows.push_back({{one_line(place.first)},
                          {place.second, Meaning::bad},
                          number_cell(static_cast<double>(kind.count)),
                          {elided(one_line(kind.latest), message_columns)}});
  }
  return table;
}

PageJson parameter_data(const ParameterInsight& parameter, const Objective& objective) {
  PageJson values = PageJson::array();
  for (const ValueInsight& value : parameter.values) {
    values.push_back({to_string(value.value),
                      value.best ? chart_number(objective.told(*value.best)) : PageJson(nullptr),
                      value.mean ? chart_interval(objective.told(*value.mean)) : PageJson(nullptr),
                      value.trials, value.failed()});
  }
  const auto share = [&](double OverTrees::*part) {
    return parameter.share ? chart_number((*parameter.share).*part) : PageJson(nullptr);
  };
  return {{"name", parameter.name},
          {"share", share(&OverTrees::mean)},
          {"deviation", share(&OverTrees::deviation)},
          {"values", values}};
}

PageJson search_data(const Search& search) {
  PageJson steps = PageJson::array();
  for (const Improvement& step : search.course.improvements) {
    steps.push_back({step.trial, chart_number(step.seconds), chart_number(step.value)});
  }
  PageJson parameters = PageJson::array();
  if (search.explanation) {
    for (const auto& parameter : search.explanation->parameters) {
      parameters.push_back(parameter_data(parameter, search.explanation->objective));
    }
  }
  return {{"problem", search.problem},
          {"instance", search.instance},
          {"competitor", search.competitor},
          {"trials", search.course.trials},
          {"seconds", chart_number(search.course.seconds)},
          {"steps", steps},
          {"parameters", parameters}};
}

void write_explanation(const Explanation& explanation, Markup& out) {
  out.element("details", [&] {
    out.element("summary", heading_of(explanation));
    write_sentences(sentences_of(explanation), out);
    write_html_table(share_table(explanation, false), "Shares of the variance", out);
    write_html_table(value_table(explanation, false), "Best and mean of each value", out);
  });
}

void write_explanations_of(const std::vector<Search>& searches, Markup& out) {
  std::size_t explained = 0;
  for (const Search& search : searches) explained += search.explanation ? 1 : 0;
  if (explained == 0) return;
  out.element(
      "p",
      fmt::format("Importance is modelled for {} of {} searches, those of winners first, from an "
                  "even selection of at most {} trials each; assay explain reads all trials.",
                  explained, searches.size(), most_modelled));
  out.element("details", [&] {
    out.element("summary", "Which parameters matter, by search");
    for (const Search& search : searches) {
      if (search.explanation) write_explanation(*search.explanation, out);
    }
  });
}

void write_searches(const PageModel& model, const std::vector<Search>& searches, Markup& out) {
  if (searches.empty()) {
    out.element("p", "Nothing was searched.");
    return;
  }
  write_chart_place("tuning", out);
  write_folded_table(search_table(model, searches), "All searches", out);
  write_folded_table(improvement_table(model, searches), "Every improvement", out);
}

void write_failures(const PageModel& model, Markup& out) {
  out.element("h3", "Failures");
  const Table failures = failure_table(model);
  write_html_table(failures, "Failures by kind", out);
  if (failures.rows.empty()) out.element("p", "No trial failed.");
}

}  // namespace

Section tuning_section(const PageModel& model) {
  Section section{"tuning", "Tuning", {}, nullptr};
  Markup& out = section.body;
  std::vector<Search> searches = searches_of(model);
  explain_searches(model, searches);
  write_searches(model, searches, out);
  write_failures(model, out);
  if (searches.empty()) return section;
  section.data = PageJson::array();
  for (const Search& search : searches) section.data.push_back(search_data(search));
  out.element("h3", "What matters");
  write_chart_place("importance", out);
  write_explanations_of(searches, out);
  return section;
}

}  // namespace assay
