#include "framework/tune/finals.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/framework/tune/tune_fixture.hpp"

namespace assay::test {
namespace {

const std::string three_finalists = R"(
[[instance]]
problem = "test/scale"
n = 1000
[[variant]]
name = "loop.cpu"
[sampling]
min_samples = 7
max_samples = 15
max_seconds = 0.05
[finals]
configurations = 3
)";

// Keeps the state in which a search ended, even if it had nothing to measure.
struct Ended : Witness {
  void search_ends(const Contender& /*contender*/, const SearchState& last) override {
    state = last;
  }
  SearchState state;
};

// The final trials of each round, in the order of measurement.
std::map<std::uint32_t, std::vector<std::string>> rounds_of(const std::filesystem::path& file) {
  std::map<std::uint32_t, std::vector<std::string>> rounds;
  for (const StoredTrial& trial : Store(file).trials({})) {
    if (trial.key.stage == "final") {
      rounds[trial.key.process].push_back(canonical_text(trial.key.configuration));
    }
  }
  return rounds;
}

TEST_CASE("a round has every finalist once, in an order drawn for it") {
  const TemporaryFolder folder;
  Witness witness;
  REQUIRE(tune_once(folder / "r.db", three_finalists, witness).finished);
  const auto rounds = rounds_of(folder / "r.db");
  REQUIRE(rounds.size() == 10);  // up to the first look: a single variant has no rival
  std::set<std::vector<std::string>> orders;
  for (const auto& [_, heats] : rounds) {
    CHECK(heats.size() == 3);
    CHECK(std::set<std::string>(heats.begin(), heats.end()).size() == 3);
    orders.insert(heats);
  }
  CHECK(orders.size() > 1);  // one order ten times has a probability of 1e-7
}

TEST_CASE("orders are drawn anew for every run") {
  std::set<std::vector<std::string>> courses;
  for (int run = 0; run < 2; ++run) {
    const TemporaryFolder folder;
    Witness witness;
    tune_once(folder / "r.db", three_finalists, witness);
    std::vector<std::string> course;
    for (const auto& [_, heats] : rounds_of(folder / "r.db")) {
      course.insert(course.end(), heats.begin(), heats.end());
    }
    courses.insert(course);
  }
  CHECK(courses.size() == 2);
}

TEST_CASE("rounds that were measured count when a tune is repeated, and more are added") {
  const TemporaryFolder folder;
  Witness first;
  tune_once(folder / "r.db", three_finalists + "rounds = 4\n", first);
  CHECK(first.finals.size() == 12);
  Witness again;
  tune_once(folder / "r.db", three_finalists + "rounds = 4\n", again);
  CHECK(again.finals.empty());
  Witness more;
  tune_once(folder / "r.db", three_finalists + "rounds = 10\n", more);
  CHECK(more.finals.size() == 18);
  Witness done;
  tune_once(folder / "r.db", three_finalists, done);
  CHECK(done.finals.empty());
}

TEST_CASE("what one process found wrong is neither measured again nor the best, in any later run") {
  const TemporaryFolder folder;
  Witness searched;
  tune_once(folder / "r.db", three_finalists + "rounds = 0\n", searched);
  const Bindings wrong = searched.last_state.at("loop.cpu").best_configuration;
  {
    Store store(folder / "r.db");
    find_wrong(store, wrong);
  }
  Ended again;
  tune_once(folder / "r.db", three_finalists + "rounds = 1\n", again);
  CHECK_FALSE(again.finals.empty());
  for (const auto& [_, heats] : rounds_of(folder / "r.db")) {
    CHECK(std::ranges::find(heats, canonical_text(wrong)) == heats.end());
  }
  CHECK(canonical_text(again.state.best_configuration) != canonical_text(wrong));
  CHECK(again.state.failures.at(TrialStatus::not_finite) == 1);
}

TEST_CASE("without finals nothing is measured again") {
  const TemporaryFolder folder;
  Witness witness;
  tune_once(folder / "r.db", three_finalists + "rounds = 0\n", witness);
  CHECK(witness.finals.empty());
}

}  // namespace
}  // namespace assay::test
