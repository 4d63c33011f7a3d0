#pragma once

#include <map>
#include <string>

namespace assay {

// A search strategy as a scenario or a command line names it.
struct StrategySpec {
  std::string name = "bayesian";
  std::map<std::string, double> settings = {};  // that differ from their defaults
  std::string place = {};  // "file:line:column" to tell of mistakes; may be empty
};

// "bayesian" or "bayesian:first_trials=12:candidates=500", as on a command line. Throws usage Error
// for what is no such text; knows nothing of what strategies there are.
[[nodiscard]] StrategySpec parse_strategy(const std::string& text);
// The reverse.
[[nodiscard]] std::string to_string(const StrategySpec& spec);

}  // namespace assay
