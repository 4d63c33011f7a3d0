#include "tools/assay/scenario_choice.hpp"

#include "framework/core/error.hpp"
#include "tools/assay/command.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {

void ScenarioChoice::add_to(const Subcommand& command) {
  command.add("scenario", &scenario, "The scenario: a file, or the name of one that is shipped.");
  command
      .add("--variants", &narrowing.variants,
           "Only these variants of the scenario, separated by commas.")
      .delimited();
  command
      .add("--where", &where,
           "NAME=VALUE: only instances whose argument NAME (or problem) is VALUE; to accept "
           "several values, repeat the name, as in NAME=A,NAME=B.")
      .delimited();
  command.add("--trust", &trust, trust_help);
}

Scenario ScenarioChoice::read_to_run() const {
  Scenario chosen = read();
  require_trust(chosen, commands_of(chosen, false), trust);
  return chosen;
}

Scenario ScenarioChoice::read() const {
  if (scenario.empty()) {
    throw usage_error("name the scenario: a file, or one that is shipped, such as quick");
  }
  Narrowing all = narrowing;
  all.where = parse_bindings(where, "--where");
  return narrow(read_scenario(scenario_file(scenario)), all);
}

}  // namespace assay::command
