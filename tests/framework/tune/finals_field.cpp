#include "framework/tune/finals_field.hpp"

#include <cmath>

#include "framework/core/random.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/tune_fixture.hpp"

namespace assay::test {
namespace {

using Members = std::vector<std::size_t>;

// Finalists of two variants whose rounds are made up.
struct FieldBench {
  explicit FieldBench(const std::string& finals = "")
      : scenario(parse_scenario(R"(
[[instance]]
problem = "test/scale"
n = 100
[[variant]]
name = "loop.cpu"
[[variant]]
name = "loop.c99"
[finals]
)" + finals,
                                folder / "test.toml")),
        store(folder / "r.db"),
        worker(test_worker()),
        plan(make_plan(scenario, worker.catalog())),
        session(store, worker, RunRecord(), scenario),
        instance(session.open(plan.contests.at(0))) {}

  // Adds a finalist whose time in the search was `searched` seconds.
  void enter(std::size_t variant, std::int64_t configuration, double searched) {
    finalists.push_back(
        {&plan.contests.at(0).contenders.at(variant), {{"x", Value(configuration)}}, searched});
  }
  FinalsField field() { return {session, scenario, instance, finalists}; }

  TemporaryFolder folder;
  Scenario scenario;
  Store store;
  WorkerClient worker;
  Plan plan;
  Session session;
  OpenInstance instance;
  std::vector<Finalist> finalists;
};

// Adds the next rounds, in which each member takes its time in seconds, with a little noise.
void run(FinalsField& field, std::uint32_t rounds, const std::map<std::size_t, double>& times) {
  static Random random(1);
  const auto first = static_cast<std::uint32_t>(field.most_rounds());
  for (std::uint32_t round = first; round < first + rounds; ++round) {
    for (const auto& [member, time] : times) {
      field.add(member, round, time * std::exp(0.001 * random.normal()));
    }
  }
}

TEST_CASE(
    "finalists go on together to the first look, then those who are not told from the leader") {
  FieldBench bench;
  for (const std::size_t variant : {0U, 1U, 1U}) bench.enter(variant, 1, 1e-3);
  FinalsField field = bench.field();
  CHECK(field.undecided() == Members{0, 1, 2});
  CHECK(field.rounds_to_next_look(field.undecided()) == 10);
  run(field, 4, {{0, 1e-3}, {1, 2e-3}, {2, 1.012e-3}});
  CHECK(field.undecided() == Members{0, 1, 2});
  CHECK(field.rounds_to_next_look(field.undecided()) == 6);
  CHECK_FALSE(field.looked_at(field.undecided()));
  run(field, 6, {{0, 1e-3}, {1, 2e-3}, {2, 1.012e-3}});
  CHECK(field.undecided().empty());
  CHECK(field.most_rounds() == 10);
}

TEST_CASE("whoever failed or is left out takes no part, and has no say in what is decided") {
  FieldBench bench("margin = 0.0001\n");
  bench.enter(0, 1, 1e-3);
  bench.enter(1, 1, 1e-3);
  FinalsField field = bench.field();
  run(field, 10, {{0, 1e-3}, {1, 1e-3}});
  CHECK(field.undecided() == Members{0, 1});
  CHECK(field.looked_at(field.undecided()));
  CHECK(field.rounds_to_next_look(field.undecided()) == 10);
  field[1].failed = true;
  CHECK(field.undecided().empty());
}

TEST_CASE("no more rounds are asked for than are allowed") {
  FieldBench bench("margin = 0.0001\nrounds = 15\n");
  bench.enter(0, 1, 1e-3);
  bench.enter(1, 1, 1e-3);
  FinalsField field = bench.field();
  run(field, 10, {{0, 1e-3}, {1, 1e-3}});
  CHECK(field.rounds_to_next_look(field.undecided()) == 5);
  run(field, 5, {{0, 1e-3}, {1, 1e-3}});
  CHECK(field.rounds_to_next_look(field.undecided()) == 0);
}

TEST_CASE("the slowest are left out where time does not suffice with them for the first look") {
  FieldBench bench;
  bench.enter(0, 1, 1);
  bench.enter(0, 2, 1e-3);
  bench.enter(1, 1, 2e-3);
  FinalsField field = bench.field();
  const Members all = {0, 1, 2};
  CHECK(field.rounds_to_first_look(all) == 10);
  CHECK(field.seconds_of_round(all) == Approx(5 + 0.1 + 0.1));
  CHECK(field.leave_out_costly(all, 52.1).empty());
  // The time that heats took is preferred to the estimate from the search.
  field[1].heats = 2;
  field[1].seconds = 1;
  CHECK(field.seconds_of_round(all) == Approx(5 + 0.5 + 0.1));
  CHECK(field.leave_out_costly(all, 52.1) == Members{0});
  CHECK(field.undecided() == Members{1, 2});
  CHECK(field.leave_out_costly(field.undecided(), 0).empty());  // a single variant has no rival
}

TEST_CASE("a rival of another variant stays, however many configurations of one are faster") {
  FieldBench bench;
  for (const std::int64_t x : {1, 2, 3}) bench.enter(0, x, 1e-3);
  bench.enter(1, 1, 1);
  FinalsField field = bench.field();
  CHECK(field.leave_out_costly(Members{0, 1, 2, 3}, 0) == Members{1, 2});
}

TEST_CASE(
    "where fewer rounds are allowed than a look takes, time is asked for no more than those") {
  FieldBench bench("rounds = 3\n");
  bench.enter(0, 1, 1e-3);
  bench.enter(1, 1, 1);
  bench.enter(1, 2, 1);
  FinalsField field = bench.field();
  const Members all = {0, 1, 2};
  CHECK(field.rounds_to_first_look(all) == 3);
  CHECK(field.leave_out_costly(all, 31).empty());
  run(field, 3, {{0, 1e-3}, {1, 1}, {2, 1}});
  CHECK(field.looked_at(all));
  CHECK(field.rounds_to_next_look(all) == 0);
}

TEST_CASE("rounds of earlier runs count as if they were of this one") {
  FieldBench bench;
  bench.enter(0, 1, 1e-3);
  const auto& contender = *bench.finalists.front().contender;
  for (std::uint32_t process = 0; process < 3; ++process) {
    TrialKey key = bench.session.key(bench.instance, contender, {"final", process});
    key.configuration = bench.finalists.front().configuration;
    TrialResult result;
    result.status = TrialStatus::ok;
    result.verification_error = 0;
    result.samples = {{1e-3, 0, false, {}}};
    bench.store.record_trial(bench.session.run(), key, result, Interval{1e-3, 1e-3, 1e-3});
  }
  FinalsField field = bench.field();
  CHECK(field.most_rounds() == 3);
  CHECK(field.rounds_to_first_look(Members{0}) == 7);
}

}  // namespace
}  // namespace assay::test
