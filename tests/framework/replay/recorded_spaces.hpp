// Small recorded spaces for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <vector>

#include "framework/store/recorded_space.hpp"
#include "framework/store/t4.hpp"
#include "tests/catch.hpp"

namespace assay::test {

// A space of one parameter "x" = 0, 1, ... with the given objectives, in which std::nullopt is a
// failure. Each trial takes a second.
inline RecordedSpace line_space(const std::vector<std::optional<double>>& objectives) {
  RecordedSpace space;
  space.name = "line";
  Parameter x{"x", "", {}, std::int64_t{0}, ""};
  for (std::size_t k = 0; k < objectives.size(); ++k) {
    x.values.emplace_back(static_cast<std::int64_t>(k));
    space.configurations.push_back({static_cast<std::uint32_t>(k)});
    RecordedOutcome outcome;
    outcome.status = objectives[k] ? TrialStatus::ok : TrialStatus::compile_error;
    outcome.objective = objectives[k];
    outcome.other_seconds = 1;
    space.outcomes.push_back(outcome);
  }
  space.parameters.push_back(x);
  return space;
}

// A space with random objectives from 1 to 10, the optimum 1 among them, and a share of failures.
inline RecordedSpace noisy_space(std::size_t size, double failures, unsigned seed = 7) {
  std::mt19937 generator(seed);
  const auto uniform = [&] { return static_cast<double>(generator()) / 4294967296.0; };
  std::vector<std::optional<double>> objectives = {1.0};
  while (objectives.size() < size) {
    const double objective = 1 + 9 * uniform();
    objectives.push_back(uniform() < failures ? std::nullopt : std::optional(objective));
  }
  return line_space(objectives);
}

// The spaces of a public benchmark, if they are on this machine; otherwise warns and returns none.
inline std::vector<RecordedSpace> public_spaces() {
  const char* shared = std::getenv("ASSAY_SHARED");
  const std::filesystem::path folder =
      std::filesystem::path(shared != nullptr ? shared : "../shared") / "data/tuning_spaces";
  std::vector<RecordedSpace> spaces;
  if (!std::filesystem::exists(folder)) {
    WARN("no recorded spaces in " << folder << "; set ASSAY_SHARED to test on them");
    return spaces;
  }
  for (const char* name :
       {"convolution-A100", "convolution-MI250X", "dedispersion-A4000", "dedispersion-W6600"}) {
    spaces.push_back(read_t4(folder / (std::string(name) + "_T4.json.gz")));
    CHECK(spaces.back().name == name);
  }
  return spaces;
}

// The mean of the values and its standard error.
struct Mean {
  double value;
  double standard_error;
};

inline Mean mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  double squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  const double mean = sum / n;
  return {mean, std::sqrt((squares / n - mean * mean) / n)};
}

}  // namespace assay::test
