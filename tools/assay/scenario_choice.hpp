// Which part of which scenario a command works on.
#pragma once

#include <string>
#include <vector>

#include "framework/scenario/narrow.hpp"
#include "tools/assay/command_line.hpp"

namespace assay::command {

struct ScenarioChoice {
  std::string scenario;
  std::vector<std::string> where;  // NAME=VALUE of instances
  Narrowing narrowing;             // but for what `where` says
  bool trust = false;              // its commands may run
  void add_to(const Subcommand& command);
  // Throws usage Error where no scenario was named, and what reading and narrowing throw.
  [[nodiscard]] Scenario read() const;
  // The same for who creates instances: throws usage Error for a command that computes a reference
  // and that nobody has agreed to run.
  [[nodiscard]] Scenario read_to_run() const;
};

}  // namespace assay::command
