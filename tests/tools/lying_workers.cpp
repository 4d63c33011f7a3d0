// Tests of assay tune with workers that lie: they are given up with a reason, and nothing else
// suffers.
#include <algorithm>
#include <deque>
#include <future>
#include <set>
#include <sstream>

#include "framework/measure/clock.hpp"
#include "framework/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/fake_worker.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;
using assay::test::worker;

namespace {

const std::string scenario = R"(
[[instance]]
problem = "test/fake"
[tune]
strategy = "exhaustive"
trials = 3
seconds = 20
[finals]
configurations = 1
rounds = 1
[limits]
start_seconds = 3
compile_seconds = 1
run_seconds = 1
instance_seconds = 2
)";

struct Recorded {
  std::size_t honest = 0;
  std::size_t lying = 0;  // valid results of lying workers
};

Recorded recorded_in(const CommandLine& line) {
  Recorded found;
  const auto file = line.folder() / "store.db";
  if (!std::filesystem::exists(file)) return found;
  const assay::Store store(file, assay::Store::Mode::read_only);
  std::set<std::int64_t> honest;
  for (const auto& machine : store.machines()) {
    if (machine.record.attributes.at("cpu") == "honest") honest.insert(machine.id);
  }
  for (const auto& trial : store.trials({})) {
    if (trial.objective) ++(honest.contains(trial.key.machine) ? found.honest : found.lying);
  }
  return found;
}

bool is_clean(const std::string& text) {
  return std::ranges::none_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
}

std::vector<std::string> lies() {
  std::istringstream listed(CommandLine().run("--lies", ASSAY_FAKE_WORKER).out);
  std::vector<std::string> names;
  for (std::string name; std::getline(listed, name);) names.push_back(name);
  return names;
}

struct Met {
  std::string lie;
  bool beside;  // whether an honest worker takes part
  Outcome outcome;
  double seconds;
  Recorded recorded;
};

Met meet(const std::string& lie, bool beside) {
  const CommandLine line;
  line.write("fake.toml", scenario);
  const assay::Stopwatch watch;
  Outcome outcome = line.run("tune fake.toml" + worker("--lie " + lie) +
                             (beside ? worker("--machine honest") : ""));
  const double took = watch.seconds();
  return {lie, beside, std::move(outcome), took, recorded_in(line)};
}

// Runs all lies, several at a time, because most of them wait for a limit.
std::vector<Met> meet_all() {
  constexpr std::size_t at_a_time = 12;
  std::deque<std::future<Met>> coming;
  std::vector<Met> all;
  const auto take = [&] {
    all.push_back(coming.front().get());
    coming.pop_front();
  };
  for (const std::string& lie : lies()) {
    for (const bool beside : {false, true}) {
      if (coming.size() == at_a_time) take();
      coming.push_back(std::async(std::launch::async, meet, lie, beside));
    }
  }
  while (!coming.empty()) take();
  return all;
}

}  // namespace

TEST_CASE("workers that lie are given up, alone and beside honest ones, and win nothing") {
  constexpr double longest = 60;  // seconds: 20 for the scenario, the rest to start and end
  const std::vector<Met> all = meet_all();
  CHECK(all.size() >= 80);
  for (const auto& [lie, beside, outcome, seconds, recorded] : all) {
    CAPTURE(lie, beside, outcome.exit_code, outcome.err.substr(0, 2000));
    CHECK(seconds < longest);
    CHECK(is_clean(outcome.err));
    CHECK(is_clean(outcome.out));
    CHECK(recorded.lying == 0);
    CHECK(recorded.honest == (beside ? 4 : 0));  // three configurations, and the best one once more
    // The code is 1 if trials ran into their limits and 3 if no worker was left; with an honest
    // worker, a lie is only a note.
    CHECK((outcome.exit_code == 1 || outcome.exit_code == 3 || (beside && outcome.exit_code == 0)));
    CHECK_FALSE(outcome.err.empty());
  }
}
