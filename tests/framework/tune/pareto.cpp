// Tests of tuning for more than the time. The fake worker's objective is least at x = 37 and its
// fact `error` at x = 57, so that the front lies between them.
#include <set>

#include "framework/compare/comparison.hpp"
#include "framework/core/error.hpp"
#include "framework/tune/finals.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/fake_lanes.hpp"

using namespace assay;
using assay::test::fake_scenario;
using assay::test::fake_worker;
using assay::test::Journal;
using assay::test::TemporaryFolder;
using assay::test::tune_with;

namespace {

const std::string search_all = "[tune]\nstrategy = \"exhaustive\"\ntrials = 100\n";

std::set<std::string> finals_of(const Journal& journal) {
  return {journal.finals.begin(), journal.finals.end()};
}

std::vector<ParetoMember> front_of(const std::filesystem::path& file, const std::string& text) {
  CompareOptions options;
  options.pareto = {parse_scenario(text, "test.toml").pareto};
  return compare(Store(file), options).machines.at(0).fronts.at(0).members;
}

}  // namespace

TEST_CASE("finals measure the front, evenly, both ends among them") {
  const TemporaryFolder folder;
  Journal journal;
  const auto text = fake_scenario + "[pareto]\nlower = \"error\"\n" + search_all;
  CHECK(tune_with(folder / "r.db", text, {fake_worker()}, journal).finished);
  CHECK(finals_of(journal) == std::set<std::string>{"x=37", "x=57"});
  const auto members = front_of(folder / "r.db", text);
  REQUIRE(members.size() == 21);
  CHECK(members.front().configuration == Bindings{{"x", std::int64_t{37}}});
  CHECK(members.front().stage == "final");
  CHECK(members.back().configuration == Bindings{{"x", std::int64_t{57}}});
}

TEST_CASE("with a requirement alone the fastest that keeps it is the best") {
  const TemporaryFolder folder;
  Journal journal;
  const auto text = fake_scenario + "[pareto]\nrequire = [\"error <= 10\", \"seconds < 1\"]\n" +
                    "[tune]\nstrategy = \"local\"\ntrials = 60\nreproducible = true\n";
  CHECK(tune_with(folder / "r.db", text, {fake_worker()}, journal).finished);
  const auto& state = journal.last_state.at("fake.gpu");
  CHECK(state.best_configuration == Bindings{{"x", std::int64_t{47}}});
  for (const auto& finalist : finals_of(journal)) {
    CHECK(std::set<std::string>{"x=47", "x=48", "x=49", "x=50"}.count(finalist) == 1);
  }
}

TEST_CASE("a search for a front finds both ends in a part of the space") {
  const TemporaryFolder folder;
  Journal journal;
  const auto text = fake_scenario + "[pareto]\nlower = \"error\"\n" +
                    "[tune]\nstrategy = \"forest\"\ntrials = 40\nreproducible = true\n";
  CHECK(tune_with(folder / "r.db", text, {fake_worker()}, journal).finished);
  CHECK(finals_of(journal).count("x=37") == 1);
  CHECK(finals_of(journal).count("x=57") == 1);
}

TEST_CASE("a repeated search for a front goes on where it was, and measures nothing twice") {
  const TemporaryFolder folder;
  const auto text = fake_scenario + "[pareto]\nlower = \"error\"\nrequire = \"error < 30\"\n" +
                    "[tune]\nstrategy = \"local\"\ntrials = 40\n";
  Journal first(15);
  CHECK_FALSE(tune_with(folder / "r.db", text, {fake_worker()}, first).finished);
  Journal second;
  CHECK(tune_with(folder / "r.db", text, {fake_worker()}, second).finished);
  CHECK(second.last_state.at("fake.gpu").known >= 15);
  Journal third;
  CHECK(tune_with(folder / "r.db", text, {fake_worker()}, third).finished);
  CHECK(third.trials == 0);
  CHECK(third.finals.empty());
  std::set<std::string> all(first.order.begin(), first.order.end());
  for (const auto& configuration : second.order) CHECK(all.insert(configuration).second);
}

TEST_CASE("a name that no trial reports ends tuning with place and cure; what was found stays") {
  const TemporaryFolder folder;
  const auto text = [](const std::string& name) {
    return fake_scenario + "[tune]\ntrials = 5\n[pareto]\nlower = \"" + name + "\"\n";
  };
  Journal journal;
  try {
    (void)tune_with(folder / "r.db", text("eror"), {fake_worker()}, journal);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK_THAT(error.what(), contains("test.toml:") && contains("did you mean 'error'"));
  }
  CHECK_THAT(journal.notes, contains("fake.gpu: ") && contains("'eror'"));
  Journal again;
  CHECK(tune_with(folder / "r.db", text("error"), {fake_worker()}, again).finished);
  CHECK(again.trials == 0);
}
