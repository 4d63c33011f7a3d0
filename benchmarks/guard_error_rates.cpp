// The error rates of the guard and of commonly used alternatives, as Markdown sections of
// docs/guard-error-rates.md: the shipped rule, in words; what it and others claim if both builds
// are equal and if one is slower, on simulated noise; the guard against a record; and recorded
// noise, if a folder of it is given. The corresponding figures for rankings are a section of
// docs/ranking.md.
//
// A folder of recorded noise contains text files, each a set: a line has the times of one kernel's
// runs, in order, separated by blanks. A recorded tuning in T4 format can be converted by
//   zcat convolution-A100_T4.json.gz |
//     jq -r '.results[].times.runtimes | select(type == "array" and length == 32) | @tsv'
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "benchmarks/guard/page.hpp"
#include "benchmarks/guard/ranking.hpp"
#include "benchmarks/guard/recorded_baseline.hpp"
#include "benchmarks/guard/rivals.hpp"
#include "benchmarks/guard/tables.hpp"
#include "framework/core/error.hpp"
#include "framework/guard/rule.hpp"

namespace {

using namespace assay;
using namespace assay::guard;

struct Options {
  std::size_t repetitions = 1000;
  std::uint64_t seed = 1;
  std::string recorded;
  std::vector<std::string> pages;
};

std::vector<std::vector<double>> read_series(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw environment_error("{}: cannot be read", file.string());
  std::vector<std::vector<double>> series;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::vector<double> times;
    for (double time = 0; words >> time;) times.push_back(time);
    if (!words.eof()) {
      throw environment_error("{}:{}: not a line of numbers", file.string(), series.size() + 1);
    }
    series.push_back(std::move(times));
  }
  return series;
}

// Recorded noise, by the name of its file.
using RecordedSets = std::map<std::string, std::vector<std::vector<double>>>;

RecordedSets read_folder(const std::string& folder) {
  RecordedSets sets;
  if (folder.empty()) return sets;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    sets[entry.path().stem().string()] = read_series(entry.path());
  }
  return sets;
}

// The texts of the page between two marks, by the name of the marks.
using Sections = std::map<std::string, std::string>;

std::string section_of(const GuardOptions& rule, const std::string& content) {
  return fmt::format("<!-- {} -->\n\n{}\n", rule_line(rule), content);
}

SurveySettings settings_of(const Options& options, std::vector<double> differences) {
  return {std::move(differences), options.repetitions, options.seed};
}

// The runs given to a rival tool: as many as the guard takes if nothing has changed.
std::size_t rival_runs(const GuardOptions& rule) { return rule.looks.front() * rule.block.pairs; }

// The guard, its first round alone, and the rival tools.
std::vector<Detector> all_detectors(const GuardOptions& rule, const RunCosts& costs) {
  std::vector<Detector> detectors = {guard_detector(rule, costs), screening_detector(rule, costs)};
  for (auto& rival : rival_detectors(rival_runs(rule), rule.alpha, costs)) {
    detectors.push_back(std::move(rival));
  }
  return detectors;
}

std::string pairs_text(const std::vector<NoiseModel>& noises, const Options& options) {
  const GuardOptions rule;
  const RunCosts costs;
  const Survey found =
      survey(noises, all_detectors(rule, costs),
             settings_of(options, {0, rule.detect / 2, rule.detect, 2.5 * rule.detect}));
  constexpr std::size_t guard = 0;
  return fmt::format(
      "{} repetitions, seed {}. Others than the guard have {} runs of each build. A process costs "
      "{} s, a run {} s.\n{}{}{}{}",
      options.repetitions, options.seed, rival_runs(rule), costs.process, costs.run,
      claim_tables(found), equivalence_table(found, guard), coverage_table(found, guard),
      seconds_table(found, guard));
}

// The guard against a record of 8 equally fast configurations.
std::string record_section(const Options& options) {
  const GuardOptions rule;
  std::vector<Detector> detectors;
  for (const std::size_t processes : {3U, 16U}) {
    for (const bool searched : {true, false}) {
      RecordingSettings settings;
      settings.processes = processes;
      settings.searched = searched;
      detectors.push_back(record_detector(rule, settings, {}));
    }
  }
  const Survey found = survey(noise_models(), detectors, settings_of(options, {0, 0.1}));
  return section_of(rule, fmt::format("{} repetitions, seed {}.\n{}", options.repetitions,
                                      options.seed, claim_tables(found)));
}

// The benefit of that part of the level which the second round may use to call builds equivalent,
// at a difference of the margin and of three quarters of it.
std::string shares_section(const Options& options) {
  const GuardOptions rule;
  std::vector<Detector> detectors;
  for (const double share : {0.0, 0.1, 0.2, 0.5}) {
    GuardOptions other = rule;
    other.confirmation_equivalence = share;
    detectors.push_back(guard_detector(other, {}));
    detectors.back().name = fmt::format("{:.0f} % of it", 100 * share);
  }
  const Survey found =
      survey(noise_models(), detectors, settings_of(options, {0.75 * rule.detect, rule.detect}));
  return section_of(rule,
                    fmt::format("{} repetitions, seed {}.\n{}{}", options.repetitions, options.seed,
                                equivalence_tables(found), claim_tables(found)));
}

// Two variants in the finals of a tune.
std::string ranking_section(const Options& options) {
  const FinalSpec finals;
  const RoundRuns runs;
  const RunCosts costs;
  const Survey found =
      survey(noise_models(),
             {ranking_detector(finals, runs, costs), first_look_detector(finals, runs, costs)},
             settings_of(options, {0, finals.margin, 2 * finals.margin, 3 * finals.margin, 0.1}));
  constexpr std::size_t ranking = 0;
  constexpr std::size_t first_look = 1;
  return fmt::format(
      "<!-- {} -->\n\n{} repetitions, seed {}. A process has {} runs, {} in a turn; it costs {} s, "
      "a "
      "run {} s.\n{}{}{}{}{}\n",
      ranking_line(finals), options.repetitions, options.seed, runs.of_process, runs.of_turn,
      costs.process, costs.run, claim_tables(found), equivalence_table(found, ranking),
      coverage_table(found, first_look), coverage_table(found, ranking),
      seconds_table(found, ranking));
}

// Each recorded series once, in its order: its runs are blocks of one pair, or the halves of pairs.
// They suffice for one round with one look.
std::string in_order(const RecordedSets& sets, const Options& options) {
  std::vector<NoiseModel> noises;
  std::size_t runs = inference::most_ranked;
  for (const auto& [name, series] : sets) {
    noises.push_back(recorded_in_order(name, series));
    for (const auto& one : series) runs = std::min(runs, one.size());
  }
  GuardOptions rule;
  rule.looks = {runs / 2};
  rule.block.pairs = 1;
  std::vector<Detector> detectors = {screening_detector(rule, {})};
  for (auto& rival : rival_detectors(runs / 2, rule.alpha, {})) {
    detectors.push_back(std::move(rival));
  }
  return claim_tables(survey(noises, detectors, settings_of(options, {0, rule.detect})),
                      fmt::format("{} runs in order, {} of each build: ", runs, runs / 2));
}

// Recorded runs in randomly drawn stretches, then in order.
std::string recorded_section(const RecordedSets& sets, const Options& options) {
  constexpr std::size_t stretch = 16;
  std::vector<NoiseModel> noises;
  for (const auto& [name, series] : sets) noises.push_back(recorded_noise(name, series, stretch));
  return section_of({}, pairs_text(noises, options) + in_order(sets, options));
}

Sections all_sections(const Options& options) {
  const RecordedSets sets = read_folder(options.recorded);
  const GuardOptions rule;
  Sections sections;
  sections["rule"] = section_of(rule, describe_rule(rule));
  sections["simulated noise"] = section_of(rule, pairs_text(noise_models(), options));
  sections["shares of equivalence"] = shares_section(options);
  sections["against a record"] = record_section(options);
  sections["rankings"] = ranking_section(options);
  if (!sets.empty()) sections["recorded noise"] = recorded_section(sets, options);
  return sections;
}

std::string read_page(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw environment_error("{}: cannot be read", file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Sections that were not measured are left unchanged, as are sections that belong to another page.
void write_page(const std::string& file, const Sections& sections) {
  std::string page = read_page(file);
  for (const auto& [name, content] : sections) {
    if (has_section(page, name)) page = with_section(page, name, content);
  }
  std::ofstream out(file);
  out << page;
  if (!out.flush()) throw environment_error("{}: cannot be written", file);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Error rates of the guard and of what is commonly used instead, as Markdown tables");
  app.add_option("--repetitions", options.repetitions, "comparisons for each figure")
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "of all chance");
  app.add_option("--recorded", options.recorded, "folder of recorded noise, see the source's head")
      ->check(CLI::ExistingDirectory);
  app.add_option("--write", options.pages,
                 "puts the sections into these pages, those that each has, else they are printed")
      ->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  try {
    const Sections sections = all_sections(options);
    for (const std::string& page : options.pages) write_page(page, sections);
    for (const auto& [name, content] : sections) {
      if (options.pages.empty())
        fmt::print("<!-- begin {0} -->\n{1}<!-- end {0} -->\n", name, content);
    }
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.kind() == ErrorKind::usage ? 2 : 3;
  }
  return 0;
}
