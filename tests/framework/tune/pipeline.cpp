#include "framework/tune/pipeline.hpp"

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/fake_lanes.hpp"

using namespace assay;
using assay::test::contents;
using assay::test::fake_scenario;
using assay::test::fake_worker;
using assay::test::Journal;
using assay::test::TemporaryFolder;
using assay::test::tune_with;

namespace {

std::string with_budget(const std::string& strategy, int trials) {
  return fake_scenario + "[tune]\nstrategy = \"" + strategy +
         "\"\nseed = 7\ntrials = " + std::to_string(trials) + "\n";
}

// The configurations of a search on a fresh store, in the order of their results.
std::vector<std::string> order_of_results(const std::string& text,
                                          const std::vector<WorkerOptions>& workers) {
  const TemporaryFolder folder;
  Journal journal;
  CHECK(tune_with(folder / "r.db", text, workers, journal).finished);
  return journal.order;
}

}  // namespace

TEST_CASE("proposals and results come in one order, however long compilers take") {
  // The strategy learns: it would propose other configurations if other results were known at a
  // proposal.
  const std::string text = with_budget("bayesian", 40);
  const auto quick = fake_worker();
  const auto random = fake_worker({"--compile-ms", "0", "30", "--trial-ms", "1"});
  const auto alone = order_of_results(text, {quick});
  CHECK(alone.size() == 40);
  CHECK(order_of_results(text, {random}) == alone);
  CHECK(order_of_results(text, {random}) == alone);
  const auto two = order_of_results(text, {quick, quick});
  CHECK(two.size() == 40);
  CHECK(order_of_results(text, {random, random}) == two);
}

TEST_CASE("where compiling and measuring take turns the order is one as well") {
  const std::string text = with_budget("bayesian", 40);
  const auto quick = fake_worker({"--host-cores"});
  const auto random = fake_worker({"--host-cores", "--compile-ms", "0", "30"});
  const auto order = order_of_results(text, {quick});
  CHECK(order.size() == 40);
  CHECK(order_of_results(text, {random}) == order);
}

TEST_CASE("every trial is measured once, by one of the workers") {
  const TemporaryFolder folder;
  const std::string first = (folder / "first").string();
  const std::string second = (folder / "second").string();
  Journal journal;
  const auto tuned = tune_with(folder / "r.db", with_budget("exhaustive", 100),
                               {fake_worker({"--trial-ms", "2", "--journal", first}),
                                fake_worker({"--trial-ms", "2", "--journal", second})},
                               journal);
  CHECK(tuned.finished);
  CHECK(journal.order.size() == 100);
  CHECK(std::set<std::string>(journal.order.begin(), journal.order.end()).size() == 100);
  CHECK(journal.finals.size() == 4);
  // Both workers took part.
  CHECK_FALSE(contents(first).empty());
  CHECK_FALSE(contents(second).empty());
  CHECK(journal.last_state.at("fake.gpu").best_configuration ==
        Bindings{{"x", Value(std::int64_t{37})}});
}

TEST_CASE(
    "the pace depends on numbers only, and looks no further ahead than a tenth of the budget") {
  Contender contender;
  WorkerClient client(fake_worker());
  Lanes lanes;
  lanes.add("one", client, fake_worker());
  contender.variant.backend = "cpu";
  CHECK(Pace::of({&contender, 1}, lanes, 50).depth == 1);
  contender.variant.backend = "opencl";
  CHECK(Pace::of({&contender, 1}, lanes, 1).depth == 2);
  CHECK(Pace::of({&contender, 1}, lanes, 50).depth == 6);
  CHECK(Pace::of({&contender, 1}, lanes, 1000).depth == 9);  // the fake machine has nine cores
  CHECK(Pace::of({&contender, 1}, lanes, 1000).stride == 1);
  contender.device.on_host_cores = true;
  CHECK(Pace::of({&contender, 1}, lanes, 1000).in_turns);
  CHECK(Pace::of({&contender, 1}, lanes, 1000).stride == 9);
}

TEST_CASE("a pipeline is filled to its depth, one by one or by strides") {
  WorkerClient client(fake_worker());
  Lanes lanes;
  lanes.add("one", client, fake_worker());
  Journal journal;
  const Pipeline::Outcome record{
      [](const Pipeline::Trial&, TrialResult) { return RecordedTrial{}; }, [](Pipeline::Trial&) {}};
  Pipeline sliding(lanes, journal, {6, 1, false}, record);
  CHECK(sliding.room() == 6);
  sliding.add(0, {}, false);
  CHECK(sliding.room() == 5);
  Pipeline in_turns(lanes, journal, {4, 4, true}, record);
  CHECK(in_turns.room() == 4);
  for (std::uint64_t k = 0; k < 4; ++k) in_turns.add(k, {}, false);
  CHECK(in_turns.room() == 0);
}
