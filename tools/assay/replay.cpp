// assay replay: lets strategies search spaces that were recorded, and says how they did.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "framework/replay/writer.hpp"
#include "framework/store/t4.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"

namespace assay::command {
namespace {

constexpr std::int64_t most_seeds = 1'000'000;

struct ReplayFlags {
  OutputFlags output;
  std::vector<std::string> spaces;
  std::vector<std::string> strategies;
  std::vector<std::int64_t> budgets = {50, 100, 200};
  std::int64_t seeds = 50;
  bool whole_score = false;
};

// The budgets in ascending order, each once.
std::vector<std::uint64_t> ascending(const std::vector<std::int64_t>& budgets) {
  std::set<std::uint64_t> sorted;
  for (const std::int64_t budget : budgets) {
    if (budget < 1) {
      throw usage_error("--budget: {} trials are none; right would be 1 or more", budget);
    }
    sorted.insert(static_cast<std::uint64_t>(budget));
  }
  return {sorted.begin(), sorted.end()};
}

// A mistake in a name is told before files are read.
std::vector<NamedStrategy> strategies_named(const std::vector<std::string>& names) {
  std::vector<NamedStrategy> strategies;
  std::set<std::string> seen;
  for (const auto& name : names) {
    const StrategySpec spec = parse_strategy(name);
    require_strategy(spec);
    if (!seen.insert(to_string(spec)).second) continue;
    strategies.push_back({to_string(spec), [spec](const SearchSpace& space, std::uint64_t seed) {
                            return make_strategy(spec, space, seed);
                          }});
  }
  return strategies;
}

// Below the options in the help.
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

std::vector<RecordedSpace> read_spaces(const std::vector<std::string>& files) {
  std::vector<RecordedSpace> spaces;
  for (const auto& file : files) spaces.push_back(read_t4(file));
  return spaces;
}

}  // namespace

void add_replay(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand(
      "replay",
      "Let strategies search recorded spaces (T4 files), against exact random search: how near to "
      "the optimum they come, how soon, at what cost of their own.");
  auto flags = std::make_shared<ReplayFlags>();
  flags->output.add_to(*command);
  command->add_option("space", flags->spaces, "T4 files, plain or gzip.")->required();
  command
      ->add_option("--strategy", flags->strategies,
                   fmt::format("Some of {}, with settings as in bayesian:first_trials=12 (default: "
                               "all).",
                               fmt::join(strategy_names(), ", ")))
      ->delimiter(',');
  command
      ->add_option("--budget", flags->budgets,
                   "Numbers of trials after which to look, failed ones included (default: 50, 100, "
                   "200).")
      ->delimiter(',');
  command->add_option("--seeds", flags->seeds, "Searches of each strategy (default: 50).");
  command->add_flag("--whole-score", flags->whole_score,
                    "Search on, beyond the budgets, for as long as the score over time looks.");
  command->footer(strategies_described());
  command->callback([flags, &invocation] {
    const auto budgets = ascending(flags->budgets);
    if (flags->seeds < 1 || flags->seeds > most_seeds) {
      throw usage_error("--seeds: {} searches; right would be 1 to {}", flags->seeds, most_seeds);
    }
    const auto strategies =
        strategies_named(flags->strategies.empty() ? strategy_names() : flags->strategies);
    const ReplaySummary summary =
        summarise(read_spaces(flags->spaces), strategies,
                  {budgets, static_cast<std::uint64_t>(flags->seeds), flags->whole_score});
    flags->output.write([&](std::ostream& out, bool colour) {
      write_replay(summary, flags->output.format, colour, out);
    });
    invocation.exit_code = fine;
  });
}

}  // namespace assay::command
