#include "framework/scenario/scenario.hpp"

#include <set>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/scenario/errors.hpp"

using namespace assay;

namespace {

const std::string minimal = R"(
[[instance]]
problem = "test/scale"
)";

Scenario parse(const std::string& text) { return parse_scenario(text, "folder/some.toml"); }

void requires_error(const std::string& text, const std::vector<std::string>& parts) {
  CAPTURE(text);
  test::requires_error([&] { (void)parse(text); }, parts);
}

}  // namespace

TEST_CASE("a minimal scenario takes all defaults") {
  const auto scenario = parse(minimal);
  CHECK(scenario.name == "some");
  CHECK(scenario.variants.empty());
  REQUIRE(scenario.instances.size() == 1);
  CHECK(scenario.instances[0].problem == "test/scale");
  CHECK(scenario.instances[0].arguments.empty());
  CHECK(scenario.tune.strategy.name == "bayesian");
  CHECK(scenario.sampling.min_samples >= 6);
}

TEST_CASE("every key reaches its place") {
  const auto scenario = parse(R"(
name = "n"
description = "d"
reference = "r.cpu"
objective = "phase:kernel"
[[instance]]
problem = "a/b"
size = 3
label = "x"
[[variant]]
name = "v.cpu"
device = "cpu"
parameters.threads = [1, 2]
parameters.order = "given"
constraints = ["threads < 3"]
[tune]
strategy = "exhaustive"
settings.depth = 3
settings.breadth = 0.5
seed = 7
trials = 11
seconds = 2.5
together = true
[sampling]
confidence = 0.9
relative_width = 0.05
min_samples = 7
max_samples = 70
max_seconds = 1
[finals]
configurations = 4
rounds = 5
max_samples = 700
[limits]
compile_seconds = 3
run_seconds = 4
instance_seconds = 5
memory_gib = 1.5
)");
  CHECK(scenario.name == "n");
  CHECK(scenario.description == "d");
  CHECK(scenario.reference == "r.cpu");
  CHECK(scenario.objective.name == "phase:kernel");
  CHECK(scenario.instances[0].arguments ==
        Bindings{{"label", std::string("x")}, {"size", std::int64_t{3}}});
  REQUIRE(scenario.variants.size() == 1);
  const auto& variant = scenario.variants[0];
  CHECK(variant.device == "cpu");
  CHECK(variant.values.at("threads") == std::vector<Value>{std::int64_t{1}, std::int64_t{2}});
  CHECK(variant.values.at("order") == std::vector<Value>{std::string("given")});
  CHECK(variant.constraints[0].expression == "threads < 3");
  CHECK(scenario.tune.strategy.name == "exhaustive");
  CHECK(scenario.tune.strategy.settings ==
        std::map<std::string, double>{{"breadth", 0.5}, {"depth", 3}});
  CHECK(scenario.tune.seed == 7);
  CHECK(scenario.tune.trials == 11);
  CHECK(scenario.tune.seconds == 2.5);
  CHECK(scenario.tune.together);
  CHECK(scenario.sampling.confidence == 0.9);
  CHECK(scenario.sampling.min_samples == 7);
  CHECK(scenario.finals.configurations == 4);
  CHECK(scenario.finals.rounds == 5);
  CHECK(scenario.finals.sampling.max_samples == 700);
  CHECK(scenario.finals.sampling.relative_width == finals_relative_width);  // not inherited
  CHECK(scenario.finals.sampling.min_samples == 7);  // inherited from [sampling]
  CHECK(scenario.limits.compile_seconds == 3);
  CHECK(scenario.limits.run_seconds == 4);
  CHECK(scenario.limits.instance_seconds == 5);
  CHECK(scenario.limits.memory_gib == 1.5);
}

TEST_CASE("arrays of arguments and problems span all combinations, each once") {
  const auto scenario = parse(R"(
[[instance]]
problem = ["a/b", "a/c"]
level = [1, 2, 3]
precision = ["float", "double"]
seed = 1
[[instance]]
problem = "a/b"
)");
  REQUIRE(scenario.instances.size() == 2 * 3 * 2 + 1);
  std::set<std::string> distinct;
  for (const auto& instance : scenario.instances) {
    distinct.insert(instance.problem + canonical_text(instance.arguments));
  }
  CHECK(distinct.size() == scenario.instances.size());
}

TEST_CASE("a syntax error names file, line and column") {
  requires_error("name = \"x\"\n[[instance]\n", {"folder/some.toml:2:"});
  requires_error("name = ", {"folder/some.toml:1:"});
  requires_error("a = 1\na = 2\n", {"folder/some.toml:2:"});
}

TEST_CASE("unknown keys name the nearest known one") {
  requires_error(minimal + "[tune]\nstrategi = \"random\"\n",
                 {"some.toml:5:", "tune.strategi", "strategy"});
  requires_error("nmae = \"x\"\n" + minimal, {"some.toml:1:", "nmae", "name"});
  requires_error(minimal + "[[variant]]\nname = \"x\"\nparameter = 1\n",
                 {"parameter", "parameters"});
}

TEST_CASE("values of a wrong type or out of range are refused by name and place") {
  requires_error("name = 3\n" + minimal, {"some.toml:1:", "'name' must be a text, not an integer"});
  requires_error(minimal + "[tune]\ntrials = \"many\"\n",
                 {"'tune.trials' must be an integer, not a text"});
  requires_error(minimal + "[tune]\ntrials = 0\n", {"tune.trials", "between 1 and"});
  requires_error(minimal + "[tune]\nseconds = -1\n", {"tune.seconds", "between"});
  requires_error(minimal + "[tune]\nseconds = nan\n", {"tune.seconds"});
  requires_error(minimal + "[sampling]\nmin_samples = 9\nmax_samples = 5\n",
                 {"min_samples", "max_samples = 5"});
  requires_error(minimal + "[sampling]\nconfidence = 1.5\n", {"sampling.confidence"});
  requires_error("objective = \"speed\"\n" + minimal, {"objective", "phase:NAME"});
  requires_error("tune = 5\n" + minimal, {"'tune' must be a table"});
  requires_error("instance = 5\n", {"[[instance]]"});
  requires_error("[[instance]]\nproblem = \"a/b\"\nlevel = []\n", {"empty array"});
  requires_error("[[instance]]\nproblem = \"a/b\"\nlevel = [1, 1]\n", {"twice"});
  requires_error("[[instance]]\nproblem = \"a/b\"\nlevel = [[1]]\n", {"an array"});
  requires_error("[[instance]]\nproblem = 5\n", {"name of a problem"});
  requires_error("[[instance]]\nlevel = 5\n", {"'instance.problem' is missing"});
  requires_error("name = \"x\"\n", {"'instance' is missing"});
}

TEST_CASE("a scenario that cannot be read is an error of the environment") {
  CHECK_THROWS_AS(read_scenario("no/such/file.toml"), Error);
  CHECK_THROWS_WITH(read_scenario("no/such/file.toml"), contains("no such file"));
  CHECK_THROWS_AS(read_scenario("."), Error);
}

TEST_CASE("hostile texts end in an error or a scenario, never in anything else") {
  const std::string text = minimal + "[tune]\nstrategy = \"random\"\n[[variant]]\nname = \"v\"\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    try {
      (void)parse(text.substr(0, cut));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
    }
  }
  std::uint64_t state = 42;
  for (int round = 0; round < 500; ++round) {
    std::string mutated = text;
    for (int change = 0; change < 3; ++change) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      mutated[(state >> 33) % mutated.size()] = static_cast<char>(state >> 56);
    }
    try {
      (void)parse(mutated);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
    }
  }
}

TEST_CASE("what earlier versions called processes of the finals is their rounds, with a note") {
  const auto earlier = parse(minimal + "[finals]\nprocesses = 3\n");
  CHECK(earlier.finals.rounds == 3);
  REQUIRE(earlier.notes.size() == 1);
  CHECK_THAT(earlier.notes.front(),
             contains("finals.processes = 3") && contains("finals.rounds = 3"));
  CHECK(parse(minimal + "[finals]\nrounds = 3\n").notes.empty());
  requires_error(minimal + "[finals]\nrounds = 3\nprocesses = 3\n",
                 {"some.toml:6:", "'finals.processes'", "'finals.rounds'"});
  requires_error(minimal + "[finals]\nprocesses = -1\n", {"some.toml:5:", "finals.processes", "0"});
}

TEST_CASE("the cache mode belongs to the scenario, its finals included") {
  CHECK(parse(minimal).sampling.cache == CacheMode::warm);
  const auto cold = parse(minimal + "[sampling]\ncache = \"cold\"\n[finals]\nrounds = 2\n");
  CHECK(cold.sampling.cache == CacheMode::cold);
  CHECK(cold.finals.sampling.cache == CacheMode::cold);
  requires_error(minimal + "[sampling]\ncache = \"cool\"\n",
                 {"some.toml:5:", "choose from warm, cold"});
  requires_error(minimal + "[finals]\ncache = \"cold\"\n", {"some.toml:5:", "cache"});
}

TEST_CASE("energy is an objective, with more time for its samples, and never of cold caches") {
  const std::string energy = "objective = \"energy\"\n" + minimal;
  CHECK(parse(energy).sampling.max_seconds == energy_max_seconds);
  CHECK(parse(energy).finals.sampling.max_seconds == energy_max_seconds);
  CHECK(parse(energy + "[sampling]\nmax_seconds = 3\n").sampling.max_seconds == 3);
  requires_error(energy + "[sampling]\ncache = \"cold\"\n", {"some.toml:6:", "uses energy"});
  requires_error("objective = \"enery\"\n" + minimal, {"some.toml:1:", "did you mean 'energy'?"});
}
