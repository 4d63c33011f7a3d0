// All samples of the best configurations, in the order of measuring.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "framework/compare/text.hpp"
#include "framework/core/error.hpp"
#include "framework/report/html_table.hpp"
#include "framework/report/process_strips.hpp"
#include "framework/report/section.hpp"

namespace assay {
namespace {

constexpr std::size_t most_per_trial = 400;    // samples; if there are more, evenly chosen ones
constexpr std::size_t most_samples = 100'000;  // of all strips together
constexpr const char* kept_mark = ".";         // counts
constexpr const char* warm_up_mark = "w";      // does not count
constexpr const char* retaken_mark = "r";      // the device slowed itself down; does not count
constexpr const char* slowed_mark = "s";       // the device slowed itself down; counts

// The clock of the device after the sample at an index of `values`.
struct ClockAt {
  std::size_t place = 0;
  double mhz = 0;
};

struct TrialStrip {
  std::int64_t trial = 0;
  std::string process;  // name of the process
  std::size_t samples = 0;
  std::size_t warm_up = 0;
  std::size_t slowed = 0;
  std::size_t shown = 0;
  PageJson values = PageJson::array();
  std::string marks;            // a character for each value
  std::vector<ClockAt> clocks;  // only known ones
  std::optional<double> lowest_mhz;
  std::optional<double> highest_mhz;
  std::vector<Fact> facts;
};

const char* mark_of(const Sample& sample) {
  if (sample.warm_up) return warm_up_mark;
  if (sample.slowed == Slowed::retaken) return retaken_mark;
  return sample.slowed == Slowed::kept ? slowed_mark : kept_mark;
}

// The value of a sample; null if it has none for the objective, as a warm-up may.
PageJson objective_number(const Sample& sample, const TrialObjective& of_trial,
                          const Objective& objective) {
  try {
    return chart_number(objective.told(of_trial.of(sample)));
  } catch (const Error&) {
    return nullptr;
  }
}

// Adds the clock after a sample. If the sample is not drawn, its clock is drawn at the last one
// that is: readings are rare, and most would be lost. Of several readings at one place, the lowest
// says most.
void add_clock(double mhz, TrialStrip& strip) {
  strip.lowest_mhz = std::min(strip.lowest_mhz.value_or(mhz), mhz);
  strip.highest_mhz = std::max(strip.highest_mhz.value_or(mhz), mhz);
  const std::size_t place = strip.values.size() - 1;
  if (strip.clocks.empty() || strip.clocks.back().place != place) {
    strip.clocks.push_back({place, mhz});
  } else {
    strip.clocks.back().mhz = std::min(strip.clocks.back().mhz, mhz);
  }
}

TrialStrip strip_of(const PageModel& model, const Measurement& best, const ProcessMedian& process) {
  TrialStrip strip;
  strip.trial = process.trial;
  strip.process = process_name(best, process);
  const std::vector<Sample> samples = model.store.samples(process.trial);
  const auto trial = std::ranges::find(model.trials, process.trial, &StoredTrial::id);
  const Objective objective = model.objective();
  const TrialObjective of_trial = trial_objective(model.store, *trial, objective);
  const std::size_t step = (samples.size() + most_per_trial - 1) / most_per_trial;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    strip.warm_up += samples[i].warm_up ? 1 : 0;
    strip.slowed += samples[i].slowed == Slowed::no ? 0 : 1;
    if (i % step == 0) {
      strip.values.push_back(objective_number(samples[i], of_trial, objective));
      strip.marks += mark_of(samples[i]);
    }
    if (samples[i].clock_mhz) add_clock(*samples[i].clock_mhz, strip);
  }
  strip.samples = samples.size();
  strip.shown = strip.marks.size();
  strip.facts = model.store.facts(process.trial);
  return strip;
}

PageJson strip_data(const TrialStrip& strip) {
  PageJson facts = PageJson::array();
  for (const Fact& fact : strip.facts) {
    facts.push_back({fact.name, chart_number(fact.value), fact.unit});
  }
  PageJson data = {{"trial", strip.trial},   {"process", strip.process}, {"samples", strip.samples},
                   {"values", strip.values}, {"marks", strip.marks},     {"facts", facts}};
  // Each clock is [place, MHz].
  for (const ClockAt& clock : strip.clocks) {
    data["clocks"].push_back({clock.place, chart_number(clock.mhz)});
  }
  return data;
}

Cell mhz_cell(const std::optional<double>& mhz) { return mhz ? number_cell(*mhz) : Cell(); }

std::string facts_text(const std::vector<Fact>& facts) {
  std::string text;
  for (const Fact& fact : facts) {
    text += fmt::format("{}{} {:.6g}{}{}", text.empty() ? "" : ", ", one_line(fact.name),
                        fact.value, fact.unit.empty() ? "" : " ", one_line(fact.unit));
  }
  return text;
}

// Collects the strips of entries and the rows of their table.
class Strips {
 public:
  explicit Strips(const PageModel& model) : model_(model) {}

  void add(std::size_t problem, std::size_t instance, std::size_t competitor) {
    const ProblemComparison& place = model_.problems[problem];
    const Entry* entry = place.competitors[competitor].entries[instance];
    if (entry == nullptr || !entry->best) return;
    if (shown_ >= most_samples) {
      ++left_out_;
      return;
    }
    PageJson trials = PageJson::array();
    for (const ProcessMedian& process : entry->best->processes) {
      const TrialStrip strip = strip_of(model_, *entry->best, process);
      shown_ += strip.shown;
      thinned_ = thinned_ || strip.shown < strip.samples;
      trials.push_back(strip_data(strip));
      add_row(place.names[instance], place.competitors[competitor].label, strip);
    }
    data_.push_back({{"problem", problem},
                     {"instance", instance},
                     {"competitor", competitor},
                     {"trials", trials}});
  }

  [[nodiscard]] const PageJson& data() const { return data_; }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] bool thinned() const { return thinned_; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  void add_row(const std::string& instance, const std::string& variant, const TrialStrip& strip) {
    table_.rows.push_back({{one_line(instance)},
                           {one_line(variant)},
                           number_cell(static_cast<double>(strip.trial)),
                           {strip.process},
                           number_cell(static_cast<double>(strip.samples)),
                           number_cell(static_cast<double>(strip.warm_up)),
                           number_cell(static_cast<double>(strip.slowed)),
                           mhz_cell(strip.lowest_mhz),
                           mhz_cell(strip.highest_mhz),
                           {facts_text(strip.facts)}});
  }

  const PageModel& model_;
  PageJson data_ = PageJson::array();
  Table table_{{{"instance"},
                {"variant"},
                {"trial", true},
                {"process"},
                {"samples", true},
                {"warm-up", true},
                {"slowed", true},
                {"lowest clock [MHz]", true},
                {"highest clock [MHz]", true},
                {"facts"}},
               {}};
  std::size_t shown_ = 0;
  std::size_t left_out_ = 0;
  bool thinned_ = false;
};

}  // namespace

Section samples_section(const PageModel& model) {
  Section section{"samples", "Samples in order", {}, nullptr};
  Markup& out = section.body;
  Strips strips(model);
  for (std::size_t k = 0; k < model.problems.size(); ++k) {
    for (std::size_t i = 0; i < model.problems[k].instances.size(); ++i) {
      for (std::size_t c = 0; c < model.problems[k].competitors.size(); ++c) strips.add(k, i, c);
    }
  }
  if (strips.data().empty()) {
    out.element("p", "No result, no samples.");
    return section;
  }
  section.data = strips.data();
  out.element(
      "p",
      "The samples of each variant's best configuration, process after process; warm-ups and "
      "samples during which the device slowed itself down are marked. The device's clock, read "
      "after some of the samples, or a fact of the trials can be drawn over them.");
  if (strips.thinned()) {
    out.element("p", fmt::format("Of trials with more than {} samples, an even selection is drawn.",
                                 most_per_trial));
  }
  if (strips.left_out() > 0) {
    out.element("p", fmt::format("{} results are left out here, or the page would grow too large.",
                                 strips.left_out()));
  }
  write_chart_place("samples", out);
  out.element("h3", "Samples by process");
  out.element(
      "p",
      "The share of a process's samples that are at most as large, a thin curve for each process; "
      "warm-ups and samples taken again are not in it. The thick curve has the median of the "
      "processes at each share, so it crosses one half at the result's median. If thin curves lie "
      "apart, processes disagree: more processes would narrow the interval, more samples in each "
      "would not. If they lie together and rise slowly, samples scatter within each process.");
  write_chart_place("ecdf", out);
  write_folded_table(strips.table(), "The trials drawn", out);
  out.element("p", {{"class", "minor"}},
              "Every sample is in the store: sqlite3 STORE 'select * from v_samples where trial = "
              "N', and in assay compare --json.");
  return section;
}

}  // namespace assay
