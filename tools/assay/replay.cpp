// assay replay: lets strategies search recorded spaces, and reports how well they did.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "framework/replay/warm_start.hpp"
#include "framework/replay/writer.hpp"
#include "framework/store/t4.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/spaces.hpp"

namespace assay::command {
namespace {

constexpr std::int64_t most_seeds = 1'000'000;

struct ReplayFlags {
  OutputFlags output;
  SpaceFlags spaces;
  bool partly = false;
  std::vector<std::string> strategies;
  std::vector<std::int64_t> budgets = {50, 100, 200};
  std::int64_t seeds = 50;
  bool whole_time = false;
  bool trials = false;
  std::vector<std::string> after;
};

// Returns the budgets in ascending order, without duplicates.
std::vector<std::uint64_t> ascending(const std::vector<std::int64_t>& budgets) {
  std::set<std::uint64_t> sorted;
  for (const std::int64_t budget : budgets) {
    if (budget < 1) {
      throw usage_error("--budget: {} is not a number of trials; give 1 or more", budget);
    }
    sorted.insert(static_cast<std::uint64_t>(budget));
  }
  return {sorted.begin(), sorted.end()};
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
    const auto budgets = ascending(flags->budgets);
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
    const ReplaySummary summary =
        summarise(spaces, strategies, {budgets, seeds, flags->whole_time, flags->trials});
    flags->output.write([&](std::ostream& out, bool colour) {
      write_replay(summary, flags->output.format, colour, out);
    });
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
