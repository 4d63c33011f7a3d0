// How often the guard, and what is commonly used instead, is wrong: a Markdown table for each of
// the false claims where both builds are the same and the regressions found of 1, 2 and 5 %, on
// simulated noise and on recorded. docs/guard-error-rates.md says what the tables mean.
//
// A folder of recorded noise holds text files, each a set: a line has the times of one kernel's
// runs, in order, separated by blanks. A recorded tuning in T4 format becomes one by
//   zcat convolution-A100_T4.json.gz |
//     jq -r '.results[].times.runtimes | select(type == "array" and length == 32) | @tsv'
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "framework/core/error.hpp"
#include "framework/guard/simulation/error_rates.hpp"
#include "framework/guard/simulation/rivals.hpp"

namespace {

using namespace assay;
using namespace assay::guard;

struct Options {
  std::size_t repetitions = 2000;
  std::uint64_t seed = 1;
  std::string recorded;
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

// Recorded noise by the name of its file.
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

std::string percent_with_interval(const Rate& rate) {
  return fmt::format("{:.1f} ({:.1f}-{:.1f})", 100 * rate.share, 100 * rate.lower,
                     100 * rate.upper);
}

void print_header(const std::string& title, const std::vector<std::string>& columns) {
  fmt::print("\n### {}\n\n| noise |", title);
  for (const auto& column : columns) fmt::print(" {} |", column);
  fmt::print("\n| --- |");
  for (std::size_t c = 0; c < columns.size(); ++c) fmt::print(" ---: |");
  fmt::print("\n");
}

// Rows are noises, columns detectors.
void print_claims(const std::string& title, const std::vector<NoiseModel>& noises,
                  const std::vector<Detector>& detectors, double fraction, const Options& options) {
  std::vector<std::string> names;
  for (const auto& detector : detectors) names.push_back(detector.name);
  print_header(title, names);
  for (const auto& noise : noises) {
    fmt::print("| {} |", noise.name);
    for (const auto& detector : detectors) {
      const auto rates =
          error_rates(noise, detector, std::log1p(fraction), options.repetitions, options.seed);
      fmt::print(" {} |", percent_with_interval(fraction > 0 ? rates.slower : rates.different));
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
}

void print_times(const std::vector<NoiseModel>& noises, const Detector& guard,
                 const Options& options) {
  print_header("The guard's seconds to a verdict: median, and 95 % are done",
               {"no difference", "of these equivalent, %", "2 % slower", "5 % slower"});
  for (const auto& noise : noises) {
    fmt::print("| {} |", noise.name);
    for (const double fraction : {0.0, 0.02, 0.05}) {
      const auto rates =
          error_rates(noise, guard, std::log1p(fraction), options.repetitions, options.seed);
      fmt::print(" {:.1f}, {:.1f} |", rates.median_seconds, rates.late_seconds);
      if (fraction == 0) fmt::print(" {} |", percent_with_interval(rates.equivalent));
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
}

// The guard with a margin, the guard without, and the others.
std::vector<Detector> all_detectors(const GuardSettings& settings, std::size_t runs) {
  const RunCosts costs;
  GuardSettings no_margin = settings;
  no_margin.delta = 0;
  std::vector<Detector> detectors = {guard_detector(settings, costs),
                                     guard_detector(no_margin, costs)};
  for (auto& rival : rival_detectors(runs, settings.alpha, costs)) {
    detectors.push_back(std::move(rival));
  }
  return detectors;
}

// Simulated noise, and recorded noise in stretches as long as a block.
void print_simulations(const RecordedSets& sets, const Options& options) {
  const GuardSettings settings;
  std::vector<NoiseModel> noises = noise_models();
  for (const auto& [name, series] : sets) {
    noises.push_back(recorded_noise(name, series, 2 * settings.pairs));
  }
  const std::size_t runs = settings.looks.back() * settings.pairs;
  const auto detectors = all_detectors(settings, runs);
  fmt::print(
      "{} repetitions, seed {}. Guard: looks after {} blocks of {} pairs, alpha {}, delta {}. ",
      options.repetitions, options.seed, fmt::join(settings.looks, ", "), settings.pairs,
      settings.alpha, settings.delta);
  fmt::print("Others: {} runs of each build. A process costs {} s, a run {} s.\n", runs,
             RunCosts().process, RunCosts().run);

  print_claims("False claims of a difference, %", noises, detectors, 0, options);
  for (const double fraction : {0.01, 0.02, 0.05}) {
    const auto title = fmt::format("Regressions of {} % found, %", 100 * fraction);
    print_claims(title, noises, detectors, fraction, options);
  }
  print_times(noises, detectors.front(), options);
}

// Each recorded series once, as it is: its runs are the guard's blocks of one pair, or the halves.
void print_in_order(const RecordedSets& sets, const Options& options) {
  std::vector<NoiseModel> noises;
  std::size_t runs = most_ranked;
  for (const auto& [name, series] : sets) {
    noises.push_back(recorded_in_order(name, series));
    for (const auto& one : series) runs = std::min(runs, one.size());
  }
  GuardSettings settings;
  settings.looks = {runs / 2};
  settings.pairs = 1;
  const auto detectors = all_detectors(settings, runs / 2);
  const auto title = [&](const std::string& what) {
    return fmt::format("{}, %: {} recorded runs in order, {} of each build", what, runs, runs / 2);
  };
  print_claims(title("False claims"), noises, detectors, 0, options);
  print_claims(title("Regressions of 2 % found"), noises, detectors, 0.02, options);
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
  CLI11_PARSE(app, argc, argv);
  try {
    const auto sets = read_folder(options.recorded);
    print_simulations(sets, options);
    if (!sets.empty()) print_in_order(sets, options);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return error.kind() == ErrorKind::usage ? 2 : 3;
  }
  return 0;
}
