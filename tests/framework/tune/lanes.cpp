#include "framework/tune/lanes.hpp"

#include <map>

#include "framework/core/error.hpp"
#include "framework/supervisor/station.hpp"
#include "framework/tune/finals.hpp"
#include "framework/tune/teams.hpp"
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

const std::string all_hundred = fake_scenario + "[tune]\nstrategy = \"exhaustive\"\ntrials = 100\n";

std::string station_command(const std::string& options = "") {
  return std::string(ASSAY_FAKE_WORKER) + " --station " + options;
}

// A fake worker behind a station and a connection of its own.
WorkerOptions far_fake_worker(const std::string& options = "") {
  WorkerOptions worker;
  worker.station = Station::connect(station_command(options), 20);
  return worker;
}

std::string at(int x) { return "x=" + std::to_string(x); }

}  // namespace

TEST_CASE(
    "a device that stays bad ends the search with what was found, and marks only the culprit") {
  // Trial 30 meets a search that knows much already; trial 0 is the first, before anything is known
  // to work.
  const int culprit = GENERATE(30, 0);
  CAPTURE(culprit);
  const TemporaryFolder folder;
  const std::string wedge = (folder / "wedge").string();
  const std::string journal_file = (folder / "journal").string();
  const std::vector<std::string> words = {
      "--culprit", std::to_string(culprit), "--wedge", wedge, "--journal", journal_file};
  Journal first;
  const auto tuned = tune_with(folder / "r.db", all_hundred, {fake_worker(words)}, first);
  CHECK_FALSE(tuned.finished);
  CHECK_THAT(tuned.failure, contains(at(culprit)) && contains("fake:0") && contains("reset"));
  CHECK(first.finals.empty());

  // The device is repaired and the same command continues. The culprit was tried once more after
  // its crash, and met a bad device.
  std::filesystem::remove(wedge);
  Journal second;
  CHECK(tune_with(folder / "r.db", all_hundred, {fake_worker(words)}, second).finished);
  CHECK(second.last_state.at("fake.gpu").failures ==
        std::map<TrialStatus, std::uint64_t>{{TrialStatus::device_error, 1}});
  const auto& order = second.order;
  CHECK(std::find(order.begin(), order.end(), at(culprit)) == order.end());
  CHECK(second.last_state.at("fake.gpu").known + second.order.size() == 100);
}

TEST_CASE("a configuration that only fails itself ends nothing") {
  const TemporaryFolder folder;
  Journal journal;
  const auto tuned =
      tune_with(folder / "r.db", all_hundred, {fake_worker({"--culprit", "5"})}, journal);
  CHECK(tuned.finished);
  CHECK(journal.order.size() == 100);
  CHECK(journal.statuses.at(at(5)) == TrialStatus::crash);
}

TEST_CASE("what failed is tried again only when asked for, and first") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  const std::string quarter = fake_scenario + "[tune]\nstrategy = \"exhaustive\"\ntrials = 25\n";
  const auto bad = fake_worker({"--culprit", "5"});
  Journal first;
  tune_with(file, quarter, {bad}, first);
  CHECK(first.order.size() == 25);
  Journal again;
  tune_with(file, quarter, {fake_worker()}, again);
  CHECK(again.order.empty());
  Journal retried;
  tune_with(file, quarter, {fake_worker()}, retried, true);
  CHECK(retried.order == std::vector<std::string>{at(5)});
  CHECK(retried.last_state.at("fake.gpu").failures.empty());
  Journal more;
  tune_with(file, all_hundred, {fake_worker()}, more, true);
  CHECK(more.order.size() == 75);
}

TEST_CASE("a lost worker's trial is given to another, and nothing is lost or measured twice") {
  // In the second case, compilations are in flight when the connection is lost.
  const std::string times =
      GENERATE(as<std::string>(), "--trial-ms 3", "--trial-ms 3 --compile-ms 10 30");
  CAPTURE(times);
  const TemporaryFolder folder;
  Journal journal;
  const auto tuned =
      tune_with(folder / "r.db", all_hundred,
                {far_fake_worker(times + " --lose-after 5"), far_fake_worker(times)}, journal);
  CHECK(tuned.finished);
  CHECK(tuned.failure.empty());
  CHECK(journal.order.size() == 100);
  CHECK(journal.last_state.at("fake.gpu").failures.empty());
  CHECK(journal.finals.size() == 4);
  CHECK_THAT(journal.notes,
             contains("continuing without one worker") && contains("--lose-after 5"));
}

TEST_CASE("when nobody is left that is told, and the repeated command goes on") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  Journal first;
  // The second worker is so slow that it is not lost during the same trial as the first: otherwise
  // that trial would be blamed.
  const auto tuned = tune_with(
      file, all_hundred,
      {far_fake_worker("--lose-after 2"), far_fake_worker("--trial-ms 50 --lose-after 12")}, first);
  CHECK_FALSE(tuned.finished);
  CHECK_THAT(tuned.failure, contains("--lose-after 2") && contains("--lose-after 12"));
  CHECK(first.order.size() < 25);
  Journal second;
  CHECK(tune_with(file, all_hundred, {far_fake_worker()}, second).finished);
  CHECK(second.last_state.at("fake.gpu").failures.empty());
  CHECK(second.last_state.at("fake.gpu").known + second.order.size() == 100);
}

TEST_CASE("finalists that have no room beside each other are measured one after the other") {
  const TemporaryFolder folder;
  const std::string text = fake_scenario.substr(0, fake_scenario.find("[finals]"));
  Journal journal;
  const std::string room = (folder / "room").string();
  const auto tuned = tune_with(
      folder / "r.db", text + "[tune]\ntrials = 10\n[finals]\nconfigurations = 4\nrounds = 3\n",
      {fake_worker({"--room", room, "--trial-ms", "30"})}, journal);
  CHECK(tuned.finished);
  CHECK(journal.finals.size() == 12);  // no lack of room counted as a failure
  CHECK_THAT(journal.notes, contains("failed while measured beside others (out-of-memory)"));
  CHECK_THAT(journal.notes, !contains("is left out of the rest"));
}

TEST_CASE("finalists that limit the device are never measured beside others") {
  const TemporaryFolder folder;
  const std::string text = fake_scenario.substr(0, fake_scenario.find("[finals]"));
  Journal journal;
  const std::string room = (folder / "room").string();
  const auto tuned = tune_with(
      folder / "r.db", text + "[tune]\ntrials = 10\n[finals]\nconfigurations = 4\nrounds = 3\n",
      {fake_worker({"--room", room, "--trial-ms", "30", "--limits"})}, journal);
  CHECK(tuned.finished);
  CHECK(journal.finals.size() == 12);
  CHECK_THAT(journal.notes, !contains("beside others"));
}

TEST_CASE("finals go on with those who are left") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  const std::string text = fake_scenario.substr(0, fake_scenario.find("[finals]"));
  const std::string search = text + "[tune]\ntrials = 10\n[finals]\nconfigurations = 0\n";
  const std::string finals =
      text + "[tune]\ntrials = 10\n[finals]\nconfigurations = 4\nrounds = 3\n";
  Journal found;
  tune_with(file, search, {fake_worker()}, found);
  Journal journal;
  const auto tuned = tune_with(
      file, finals,
      {far_fake_worker("--trial-ms 2 --lose-after 2"), far_fake_worker("--trial-ms 2")}, journal);
  CHECK(tuned.finished);
  std::map<std::string, int> times;
  for (const auto& configuration : journal.finals) ++times[configuration];
  CHECK(times.size() == 4);
  for (const auto& [configuration, count] : times) CHECK(count == 3);
}

TEST_CASE("a worker with other data takes no part") {
  const TemporaryFolder folder;
  Journal journal;
  CHECK(tune_with(folder / "r.db", all_hundred, {fake_worker(), fake_worker({"--inputs", "2"})},
                  journal)
            .finished);
  CHECK_THAT(journal.notes, contains("the same data files"));
  CHECK(journal.order.size() == 100);
}

TEST_CASE("what is stopped while an instance is created does not wait for it") {
  const TemporaryFolder folder;
  class Impatient : public Journal {
   public:
    void contest_begins(const Contest& /*contest*/, std::size_t /*number*/,
                        std::size_t /*count*/) override {
      stop = true;
    }
  } journal;
  const auto worker = fake_worker({"--open-ms", "100000000"});
  const auto stopped = tune_with(folder / "r.db", fake_scenario, {worker, worker}, journal);
  CHECK_FALSE(stopped.finished);
  CHECK(stopped.failure.empty());
  CHECK(stopped.instances.empty());
  CHECK(journal.trials == 0);
}

TEST_CASE("a stopped search keeps what it has, and the trials in flight are repeated") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  Journal first(10);
  const auto stopped =
      tune_with(file, all_hundred, {far_fake_worker("--trial-ms 5"), far_fake_worker()}, first);
  CHECK_FALSE(stopped.finished);
  CHECK(stopped.failure.empty());
  CHECK(stopped.instances.size() == 1);
  CHECK(first.order.size() == 10);
  Journal second;
  CHECK(tune_with(file, all_hundred, {far_fake_worker()}, second).finished);
  CHECK(second.last_state.at("fake.gpu").known >= 10);
  CHECK(second.last_state.at("fake.gpu").known + second.order.size() == 100);
}

TEST_CASE("workers are grouped by machine; those that do not fit are named with the cure") {
  WorkerOptions limits;
  limits.start_seconds = 20;
  const StartedTeams started = start_teams(
      {station_command("--machine a"), station_command("--machine b"),
       "echo noise; " + station_command("--machine a"), station_command("--machine a --build 2"),
       "exit 3", "echo '{\"assay-station\": 1, \"version\": \"0.0.1\"}'; cat"},
      limits);
  REQUIRE(started.teams.size() == 2);
  CHECK(started.teams[0].workers.size() == 2);
  CHECK(started.teams[1].workers.size() == 1);
  CHECK(started.teams[0].label() == "Fake");
  CHECK(started.teams[0].fingerprint() != started.teams[1].fingerprint());
  REQUIRE(started.left_out.size() == 3);
  CHECK_THAT(started.left_out[0], contains("--build 2") && contains("the same build on both"));
  CHECK_THAT(started.left_out[1], contains("exit 3") && contains("exit code 3"));
  CHECK_THAT(started.left_out[2], contains("speaks protocol 1") && contains("0.0.1"));
}

TEST_CASE("who cannot be told apart from the best reaches the finals, up to four times as many") {
  const TemporaryFolder folder;
  Store store(folder / "r.db");
  const Scenario scenario = parse_scenario(fake_scenario, "test.toml");
  WorkerClient worker(fake_worker());
  const Plan plan = make_plan(scenario, worker.catalog());
  const Contender& contender = plan.contests.front().contenders.front();
  Session session(store, worker, {}, scenario);
  const OpenInstance instance = session.open(plan.contests.front());
  const auto record = [&](std::int64_t x, double median, double width) {
    TrialKey key = session.key(instance, contender, {"search"});
    key.configuration = {{"x", Value(x)}};
    TrialResult result;
    result.status = TrialStatus::ok;
    store.record_trial(session.run(), key, result,
                       Interval{median, median - width, median + width});
  };
  const auto chosen = [&](std::size_t count) {
    const TrialJudge judge(scenario, instance);
    return choose_finalists(session, instance, std::span(&contender, 1), judge, count).size();
  };
  record(0, 1.0, 0.05);
  record(1, 1.2, 0.01);
  record(2, 1.3, 0.01);
  CHECK(chosen(0) == 0);
  CHECK(chosen(1) == 1);
  CHECK(chosen(2) == 2);
  for (std::int64_t x = 3; x < 20; ++x) record(x, 1.06, 0.02);
  CHECK(chosen(1) == 4);
  CHECK(chosen(2) == 8);
  CHECK(chosen(100) == 20);
}
