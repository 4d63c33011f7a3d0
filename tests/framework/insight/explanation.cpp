#include "framework/insight/explanation.hpp"

#include <cmath>
#include <sstream>

#include "framework/core/error.hpp"
#include "framework/insight/writer.hpp"
#include "tests/catch.hpp"
#include "tests/framework/replay/recorded_spaces.hpp"

using namespace assay;
using namespace std::string_literals;

namespace {

// A space with the parameters tile (0-7, matters most), order (matters with tile), quiet (has no
// effect) and fixed (one value). All configurations with tile 7 fail, by compile error or time-out.
RecordedSpace sample_space() {
  RecordedSpace space;
  space.name = "sample";
  Parameter tile{"tile", "", {}, std::int64_t{0}, ""};
  for (std::int64_t v = 0; v < 8; ++v) tile.values.emplace_back(v);
  space.parameters = {tile,
                      {"quiet", "", {false, true}, false, ""},
                      {"order", "", {"a"s, "b"s, "c"s}, "a"s, ""},
                      {"fixed", "", {1.5}, 1.5, ""}};
  for (std::uint32_t t = 0; t < 8; ++t) {
    for (std::uint32_t q = 0; q < 2; ++q) {
      for (std::uint32_t o = 0; o < 3; ++o) {
        space.configurations.push_back({t, q, o, 0});
        RecordedOutcome& outcome = space.outcomes.emplace_back();
        outcome.status = t < 7    ? TrialStatus::ok
                         : q == 0 ? TrialStatus::compile_error
                                  : TrialStatus::timeout;
        if (t < 7)
          outcome.objective = 1e-3 * std::exp(0.5 * std::abs(3.0 - t) + (o == 1 ? 0.3 : 0));
      }
    }
  }
  return space;
}

const ParameterInsight& named(const Explanation& explanation, const std::string& name) {
  for (const auto& parameter : explanation.parameters) {
    if (parameter.name == name) return parameter;
  }
  throw std::out_of_range(name);
}

std::string written(const Explanation& explanation, const std::string& format,
                    bool everything = false) {
  std::ostringstream out;
  write_explanations({explanation}, {format, false, everything}, out);
  return out.str();
}

}  // namespace

TEST_CASE("an explanation finds what matters") {
  const auto explanation = explain(sample_space());
  CHECK(explanation.trials == 48);
  CHECK(explanation.failures == 6);
  CHECK(explanation.product_size == 48);
  CHECK(explanation.best == Approx(1e-3));
  CHECK(find(explanation.best_configuration, "tile") != nullptr);
  CHECK(*find(explanation.best_configuration, "tile") == Value(std::int64_t{3}));
  REQUIRE(explanation.foretold);
  CHECK(*explanation.foretold > 0.7);
  // The parameter "fixed", which has a single value, is left out.
  REQUIRE(explanation.parameters.size() == 3);
  CHECK(explanation.parameters[0].name == "tile");
  CHECK(explanation.parameters[0].share->mean > 0.7);
  CHECK(named(explanation, "quiet").share->mean < 0.03);
  CHECK(explanation.interactions.size() == 3);
}

TEST_CASE("values tell their trials, failures by kind, best and mean") {
  const auto explanation = explain(sample_space());
  const auto& tile = named(explanation, "tile");
  REQUIRE(tile.values.size() == 8);
  CHECK(tile.values[7].trials == 6);
  CHECK(tile.values[7].failed() == 6);
  CHECK(tile.values[7].failures.at(TrialStatus::compile_error) == 3);
  CHECK(tile.values[7].failures.at(TrialStatus::timeout) == 3);
  CHECK_FALSE(tile.values[7].best);
  CHECK_FALSE(tile.values[7].mean);
  CHECK(tile.values[0].failed() == 0);
  CHECK(tile.values[0].best == Approx(1e-3 * std::exp(1.5)));
  // The mean is the geometric mean over the values of order: a third of the trials is exp(0.3)
  // slower.
  REQUIRE(tile.values[3].mean);
  CHECK(tile.values[3].mean->median == Approx(1e-3 * std::exp(0.1)).epsilon(0.1));
  CHECK(tile.values[3].mean->lower <= tile.values[3].mean->median);
  CHECK(tile.values[3].mean->upper >= tile.values[3].mean->median);
}

TEST_CASE("the same trials give the same explanation") {
  CHECK(written(explain(sample_space()), "json") == written(explain(sample_space()), "json"));
}

TEST_CASE("too few trials make no model, and say so") {
  auto space = sample_space();
  space.configurations.resize(least_modelled - 1);
  space.outcomes.resize(least_modelled - 1);
  const auto explanation = explain(space);
  CHECK_FALSE(explanation.foretold);
  CHECK(explanation.interactions.empty());
  REQUIRE(explanation.notes.size() == 1);
  CHECK_THAT(explanation.notes[0], contains("11 successful trials are too few"));
  CHECK(named(explanation, "tile").values[0].trials == 6);
  for (const auto& format : {"terminal", "markdown", "csv", "json"}) {
    CHECK_THAT(written(explanation, format), contains("sample"));
  }
}

TEST_CASE("where all trials fail, or all take the same, there is nothing to share out") {
  auto space = sample_space();
  for (auto& outcome : space.outcomes) outcome.objective.reset();
  const auto failed = explain(space);
  CHECK_FALSE(failed.best);
  CHECK(failed.budgets.empty());
  CHECK_THAT(written(failed, "terminal"), contains("48 of them failed"));
  for (auto& outcome : space.outcomes) outcome.objective = 2.0;
  const auto same = explain(space);
  CHECK_FALSE(same.foretold);
  CHECK_THAT(same.notes.at(0), contains("no parameter matters"));
}

TEST_CASE("noise is no finding: the model is said to be doubtful") {
  auto space = test::noisy_space(40, 0.1);
  const auto explanation = explain(space);
  REQUIRE(explanation.foretold);
  CHECK(*explanation.foretold < 0.5);
  CHECK_THAT(explanation.notes.at(0), contains("doubtful"));
}

TEST_CASE("explanations are written for people and for programs") {
  const auto explanation = explain(sample_space());
  const std::string terminal = written(explanation, "terminal");
  for (const char* part :
       {"sample: 48 configurations, 6 of them failed, best 1.000 ms", "best: tile=3", "share",
        "3 compile-error, 3 timeout", "what more trials would buy"}) {
    CHECK_THAT(terminal, contains(part));
  }
  // Values of parameters without weight are written on request only.
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  // The further lines are the two values of "quiet", the three of "order", and the pairs without
  // weight.
  CHECK(lines(written(explanation, "terminal", true)) == lines(terminal) + 5 + 2);
  CHECK_THAT(written(explanation, "markdown"), contains("## sample"));
  const std::string csv = written(explanation, "csv");
  CHECK_THAT(csv, contains("sample,parameter,tile,,,"));
  CHECK_THAT(csv, contains("sample,value,tile,,7,,,6,\"3 compile-error, 3 timeout\""));
  // A header, three parameters, three pairs, 8 + 2 + 3 values and four budgets.
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3 + 3 + 13 + 4);
  CHECK_THAT(written(explanation, "json"), contains("\"beyond_pairs\""));
  CHECK_THROWS_WITH(written(explanation, "tabel"), contains("tabel"));
}
