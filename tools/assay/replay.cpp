// assay replay: lets strategies search recorded spaces, and reports how well they did.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "framework/replay/timed_summary.hpp"
#include "framework/replay/warm_start.hpp"
#include "framework/replay/writer.hpp"
#include "framework/store/t4.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/spaces.hpp"

namespace assay::command {
namespace {

constexpr std::int64_t most_seeds = 1'000'000;
constexpr std::int64_t most_cores = 100'000;

struct ReplayFlags {
  OutputFlags output;
  SpaceFlags spaces;
  bool partly = false;
  std::vector<std::string> strategies;
  std::vector<std::int64_t> budgets;
  std::int64_t cores = 0;
  std::int64_t devices = 1;
  std::vector<double> seconds;
  bool reproducible = false;
  std::int64_t seeds = 50;
  bool whole_time = false;
  bool trials = false;
  std::vector<std::string> after;
};

const std::vector<std::int64_t> default_budgets = {50, 100, 200};
const std::vector<double> default_seconds = {10, 30, 100};

// Returns the budgets in ascending order, without duplicates.
std::vector<std::uint64_t> ascending(const std::vector<std::int64_t>& budgets) {
  std::set<std::uint64_t> sorted;
  for (const std::int64_t budget : budgets.empty() ? default_budgets : budgets) {
    if (budget < 1) {
      throw usage_error("--budget: {} is not a number of trials; give 1 or more", budget);
    }
    sorted.insert(static_cast<std::uint64_t>(budget));
  }
  return {sorted.begin(), sorted.end()};
}

// Returns the moments of a replay in time in ascending order, without duplicates.
std::vector<double> moments_of(const ReplayFlags& flags) {
  const auto& seconds = flags.seconds.empty() ? default_seconds : flags.seconds;
  for (const double moment : seconds) {
    if (!(moment > 0)) throw usage_error("--seconds: {} is no time; give more than 0", moment);
  }
  const std::set<double> sorted(seconds.begin(), seconds.end());
  return {sorted.begin(), sorted.end()};
}

// Trials alone and trials in time are counted by options of their own.
void require_one_measure(const ReplayFlags& flags) {
  if (flags.cores == 0) {
    if (flags.devices != 1 || flags.reproducible) {
      throw usage_error("--{}: give --cores as well",
                        flags.reproducible ? "reproducible" : "devices");
    }
    if (!flags.seconds.empty()) {
      throw usage_error(
          "--seconds: give --cores as well, so that trials take the time that they took");
    }
    return;
  }
  if (flags.cores < 1 || flags.cores > most_cores) {
    throw usage_error("--cores: {} is out of range; give 1 to {}", flags.cores, most_cores);
  }
  if (flags.devices < 1 || flags.devices > most_cores) {
    throw usage_error("--devices: {} is out of range; give 1 to {}", flags.devices, most_cores);
  }
  if (!flags.budgets.empty()) {
    throw usage_error("--budget counts trials; with --cores, say by --seconds when to compare");
  }
  if (flags.whole_time || flags.trials) {
    throw usage_error("--{}: leave out --cores", flags.whole_time ? "whole-time" : "trials");
  }
}

// Reports a mistake in a name before files are read.
std::vector<StrategySpec> strategies_named(const std::vector<std::string>& names) {
  std::vector<StrategySpec> specs;
  std::set<std::string> seen;
  for (const auto& name : names) {
    const StrategySpec spec = parse_strategy(name);
    require_strategy(spec);
    if (seen.insert(to_string(spec)).second) specs.push_back(spec);
  }
  return specs;
}

NamedStrategy made(const StrategySpec& spec, const std::vector<RecordedSpace>& earlier,
                   const ReplayOptions& options) {
  const auto make = [spec](const SearchSpace& space, std::uint64_t seed,
                           const Experience& experience) {
    return make_strategy(spec, space, seed, experience);
  };
  if (earlier.empty()) {
    return {to_string(spec),
            [make](const SearchSpace& space, std::uint64_t seed) { return make(space, seed, {}); }};
  }
  return {to_string(spec) + " (warm)", after_searching(earlier, make, options)};
}

// Returns the text below the options in the help.
std::string strategies_described() {
  std::string text = "STRATEGIES, with their settings:\n";
  for (const auto& [name, summary, settings] : strategies()) {
    text += fmt::format("  {:<26}{}\n", name, summary);
    for (const auto& setting : settings) {
      text += fmt::format("    {:<24}{} ({} to {}; default: {})\n", setting.name, setting.meaning,
                          setting.least, setting.most, setting.fallback);
    }
  }
  return text;
}

// A part of a space that a search chose is not random, and its best need not be the space's best:
// results on it say little about a strategy, so that they must be requested explicitly.
void require_replayable(const std::vector<RecordedSpace>& spaces, const ReplayFlags& flags) {
  for (const auto& space : spaces) {
    if (!space.objective.is_duration()) {
      throw usage_error("{}: replay works on times only; use --objective time", space.name);
    }
    if (space.whole || flags.partly) continue;
    throw environment_error(
        "{}: {} configurations are recorded, but the space may have more; record all of them "
        "(strategy \"exhaustive\"), choose another search with --variant and --instance, or let "
        "--partly treat these as the whole space",
        space.name, space.configurations.size());
  }
}

}  // namespace

void add_replay(CommandLine& line, Invocation& invocation) {
  const Subcommand command =
      line.add_subcommand("replay",
                          "Run search strategies on recorded spaces (from T4 files or the store) "
                          "and compare them with exact random search: how close they come to the "
                          "optimum, how soon, and what they cost themselves.");
  auto flags = std::make_shared<ReplayFlags>();
  flags->output.add_to(command);
  flags->spaces.add_to(command);
  command.add("--partly", &flags->partly,
              "Treat what the store has of a space as the whole space.");
  command
      .add("--strategy", &flags->strategies,
           fmt::format("Some of {}, with settings as in bayesian:first_trials=12 (default: "
                       "all).",
                       fmt::join(strategy_names(), ", ")))
      .delimited();
  command
      .add(
          "--budget", &flags->budgets,
          "Numbers of trials after which to compare, failed ones included (default: 50, 100, 200).")
      .delimited();
  command.add(
      "--cores", &flags->cores,
      "Replay in the time that compiling and measuring took, through the pipeline of `assay "
      "tune`, with this many cores that compile for each device.");
  command.add("--devices", &flags->devices, "The devices that measure (default: 1).");
  command
      .add("--seconds", &flags->seconds,
           "With --cores: moments after which to compare (default: 10, 30, 100).")
      .delimited();
  command.add("--reproducible", &flags->reproducible,
              "With --cores: results count in the order of their proposals, as with `[tune] "
              "reproducible = true`.");
  command.add("--seeds", &flags->seeds, "The number of searches with each strategy (default: 50).");
  command.add("--whole-time", &flags->whole_time,
              "Search on beyond the budgets, for all of the time that the gap closed over time is "
              "about.");
  command.add("--trials", &flags->trials,
              "Write into JSON what each search tried, in order: positions in the space's file, "
              "from 0, without counting configurations that constraints exclude.");
  command.add("--after", &flags->after,
              "T4 files, most similar first, that every strategy searches beforehand, with as many "
              "trials as the largest budget, to show what a warm start is worth.");
  command.footer(strategies_described());
  command.callback([flags, &invocation] {
    require_one_measure(*flags);
    const auto budgets = ascending(flags->budgets);
    const auto moments = moments_of(*flags);
    if (flags->seeds < 1 || flags->seeds > most_seeds) {
      throw usage_error("--seeds: {} is out of range; give 1 to {}", flags->seeds, most_seeds);
    }
    const auto specs =
        strategies_named(flags->strategies.empty() ? strategy_names() : flags->strategies);
    const auto seeds = static_cast<std::uint64_t>(flags->seeds);
    std::vector<RecordedSpace> earlier;
    for (const auto& file : flags->after) earlier.push_back(read_t4(file));
    const auto spaces = flags->spaces.read();
    require_replayable(spaces, *flags);
    std::vector<NamedStrategy> strategies;
    for (const auto& spec : specs) {
      strategies.push_back(made(spec, earlier, {.budget = budgets.back(), .seeds = seeds}));
    }
    flags->output.write([&](std::ostream& out, bool colour) {
      const std::string& format = flags->output.format;
      if (flags->cores == 0) {
        const SummaryOptions options{budgets, seeds, flags->whole_time, flags->trials};
        return write_replay(summarise(spaces, strategies, options), format, colour, out);
      }
      TimedReplayOptions options;
      options.cores = static_cast<std::size_t>(flags->cores);
      options.devices = static_cast<std::size_t>(flags->devices);
      options.seeds = seeds;
      options.reproducible = flags->reproducible;
      write_timed_replay(summarise_in_time(spaces, strategies, moments, options), format, colour,
                         out);
    });
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
