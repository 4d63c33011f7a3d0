#include "framework/tune/trace_match.hpp"

#include "tests/catch.hpp"

using namespace assay;

namespace {

Parameter choice(const std::string& name, std::initializer_list<std::int64_t> numbers) {
  Parameter parameter{name, "", {numbers.begin(), numbers.end()}, {}, ""};
  parameter.default_value = parameter.values.front();
  return parameter;
}

// A trace of all configurations of some parameters; the first takes the least time.
RecordedSpace trace_with(std::vector<Parameter> parameters) {
  RecordedSpace trace;
  trace.parameters = std::move(parameters);
  std::vector<std::uint32_t> at(trace.parameters.size());
  for (std::size_t j = 0; j < at.size();) {
    trace.configurations.push_back(at);
    trace.outcomes.emplace_back().objective = 1e-3 * static_cast<double>(trace.outcomes.size());
    for (j = 0; j < at.size() && ++at[j] == trace.parameters[j].values.size(); ++j) at[j] = 0;
  }
  return trace;
}

std::vector<Contender> with(std::vector<Parameter> parameters) {
  Contender contender;
  contender.variant.name = "any.cpu";
  contender.device.id = "cpu";
  contender.parameters = std::move(parameters);
  return {contender};
}

std::optional<EarlierSearch> match(const RecordedSpace& trace,
                                   const std::vector<Contender>& contenders) {
  const OpenInstance instance;
  return matching_search(trace, SearchedSpace(instance, contenders), contenders.front());
}

const Parameter a = choice("a", {1, 2, 4});
const Parameter b = choice("b", {1, 2});
const Parameter c = choice("c", {0, 1});

}  // namespace

TEST_CASE("a trace matches a space with the same parameters, in any order") {
  const auto search = match(trace_with({a, b, c}), with({c, a, b}));
  REQUIRE(search);
  CHECK(search->trials.size() == 12);
}

TEST_CASE("values that the space lacks are left out, as long as they are the smaller part") {
  CHECK(match(trace_with({a, b, c}), with({choice("a", {1, 2, 8}), b, c}))->trials.size() == 8);
  CHECK_FALSE(match(trace_with({a, b, c}), with({choice("a", {1, 16, 8}), b, c})));
}

TEST_CASE("traces with other parameters, or with few, do not match") {
  CHECK_FALSE(match(trace_with({a, b, c}), with({a, b, choice("d", {0, 1})})));
  CHECK_FALSE(match(trace_with({a, b, c}), with({a, b, c, choice("d", {0, 1})})));
  CHECK_FALSE(match(trace_with({a, b, c, choice("d", {0, 1})}), with({a, b, c})));
  CHECK_FALSE(match(trace_with({a, b}), with({a, b})));
}

TEST_CASE("parameters with a single value need not be shared") {
  const auto trace = trace_with({a, b, c, choice("filter", {17})});
  CHECK(match(trace, with({a, b, c, choice("unroll", {4})}))->trials.size() == 12);
}

TEST_CASE("a trace whose configurations in the space all failed teaches nothing") {
  auto trace = trace_with({a, b, c});
  for (auto& outcome : trace.outcomes) outcome.objective.reset();
  CHECK_FALSE(match(trace, with({a, b, c})));
}
