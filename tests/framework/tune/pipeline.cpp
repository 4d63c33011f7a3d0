#include "framework/tune/pipeline.hpp"

#include <fstream>
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

std::string reproducible(int trials) {
  return with_budget("bayesian", trials) + "reproducible = true\n";
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

TEST_CASE("a reproducible search proposes in one order, however long compilers take") {
  // The strategy learns: it would propose other configurations if other results were known at a
  // proposal.
  const std::string text = reproducible(40);
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

TEST_CASE("where compiling and measuring share cores the order is one as well") {
  const std::string text = reproducible(40);
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

TEST_CASE("a compilation that takes long holds up no other trial") {
  // The first configuration takes as long to compile as all others together.
  for (const std::string host_cores : {"", "--host-cores"}) {
    CAPTURE(host_cores);
    std::vector<std::string> words = {"--slow-compile", "0", "1500", "--compile-ms", "5", "10"};
    if (!host_cores.empty()) words.push_back(host_cores);
    const auto order = order_of_results(with_budget("exhaustive", 30), {fake_worker(words)});
    REQUIRE(order.size() == 30);
    CHECK(order.back() == "x=0");
    const auto kept = order_of_results(with_budget("exhaustive", 30) + "reproducible = true\n",
                                       {fake_worker(words)});
    CHECK(kept.front() == "x=0");
  }
}

TEST_CASE("nothing compiles while the cores that compile measure") {
  const TemporaryFolder folder;
  const auto ticks = folder / "ticks";
  const auto order =
      order_of_results(with_budget("exhaustive", 20),
                       {fake_worker({"--host-cores", "--compile-ms", "10", "40", "--trial-ms", "20",
                                     "--ticks", ticks.string()})});
  CHECK(order.size() == 20);
  std::ifstream lines(ticks);
  bool measuring = false;
  std::size_t compiling = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "compiling") {
      CHECK_FALSE(measuring);
      ++compiling;
    } else {
      measuring = line == "begins";
    }
  }
  CHECK(compiling >= 20 * 10);
}

TEST_CASE("a pipeline takes as many trials as its pace allows") {
  WorkerClient client(fake_worker());
  Lanes lanes;
  lanes.add("one", client, fake_worker());
  Journal journal;
  Pipeline pipeline(lanes, journal, Pace::uncompiled(3),
                    {[](const Pipeline::Trial&, TrialResult) { return RecordedTrial{}; },
                     [](std::span<Pipeline::Trial* const>) {}});
  CHECK(pipeline.room() == 5);
  for (std::uint64_t k = 0; k < 5; ++k) pipeline.add(k, {}, false);
  CHECK(pipeline.room() == 0);
}
