// Feeds the readers of scenarios and kernel sources: an input is a scenario and the source of its
// kernel, and is processed as far as by `assay tune --check`.
#include "framework/scenario/scenario.hpp"

#include <nlohmann/json.hpp>

#include "framework/kernel_file/plugins.hpp"
#include "framework/scenario/narrow.hpp"
#include "framework/scenario/plan.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_scenario_and_source(std::string_view input) {
  const auto parts = parts_of(input);
  written("k.cl", parts.back());
  const std::string file = written("scenario.toml", parts.front());
  const Scenario scenario = read_scenario(file);
  const auto told = to_json(scenario.kernels);
  require(to_json(kernel_files_from_json(told)) == told, "workers are told of other kernels");
  static_cast<void>(make_plugins(scenario.kernels));
  accepts([&] { static_cast<void>(narrow(scenario, {})); });
  static_cast<void>(make_plan(scenario, {}));
}

const Target scenario("scenario", read_scenario_and_source);

}  // namespace
}  // namespace assay::fuzz
