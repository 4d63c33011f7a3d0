// The choice of a scenario, and of a part of it, for a command.
#pragma once

#include <string>
#include <vector>

#include "framework/scenario/narrow.hpp"
#include "tools/assay/command_line.hpp"

namespace assay::command {

struct ScenarioChoice {
  std::string scenario;
  std::vector<std::string> where;  // NAME=VALUE of instances
  Narrowing narrowing;             // without the conditions of `where`
  bool trust = false;              // the scenario's commands may run
  void add_to(const Subcommand& command);
  // Throws usage Error if no scenario was named, and the errors of reading and narrowing.
  [[nodiscard]] Scenario read() const;
  // Reads the scenario for commands that create instances: also throws usage Error for a command
  // that computes a reference unless the user has agreed to run it.
  [[nodiscard]] Scenario read_to_run() const;
};

}  // namespace assay::command
