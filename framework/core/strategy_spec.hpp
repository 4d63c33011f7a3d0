#pragma once

#include <map>
#include <string>

namespace assay {

// A search strategy as a scenario or a command line names it.
struct StrategySpec {
  std::string name = "bayesian";
  std::map<std::string, double> settings = {};  // those that differ from their defaults
  std::string place = {};                       // "file:line:column" for messages; may be empty
};

// Parses "bayesian" or "bayesian:first_trials=12:candidates=500", as on a command line. Throws
// usage Error for a text of another form; does not know which strategies exist.
[[nodiscard]] StrategySpec parse_strategy(const std::string& text);
// The text that parse_strategy reads back.
[[nodiscard]] std::string to_string(const StrategySpec& spec);

}  // namespace assay
