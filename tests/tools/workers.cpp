// Tests of assay tune with workers that commands start, and of what it leaves when it is
// interrupted or killed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "framework/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/fake_worker.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;
using assay::test::worker;

namespace {

const std::string fake = R"(
[[instance]]
problem = "test/fake"
[tune]
strategy = "exhaustive"
trials = 60
[finals]
configurations = 1
rounds = 1
)";

// How often each configuration's search trial was recorded, by its success.
struct Searches {
  std::map<std::string, int> ok;
  std::map<std::string, int> failed;
};

Searches searches_of(const CommandLine& line) {
  Searches searches;
  const assay::Store store(line.folder() / "store.db", assay::Store::Mode::read_only);
  for (const auto& trial : store.trials({})) {
    if (trial.key.stage != "search") continue;
    auto& found = trial.objective ? searches.ok : searches.failed;
    ++found[assay::to_string(trial.key.configuration)];
  }
  return searches;
}

// The number of times that the trial of each x in a journal was begun.
std::map<std::string, int> begun(const CommandLine& line) {
  std::istringstream journal(contents(line.folder() / "journal"));
  std::map<std::string, int> times;
  for (std::string x; std::getline(journal, x);) ++times["x=" + x];
  return times;
}

}  // namespace

TEST_CASE(
    "SIGKILL in the middle loses what was in flight, and nothing recorded is measured again") {
  const CommandLine line;
  line.write("fake.toml", fake);
  const std::string workers =
      worker("--trial-ms 20 --journal journal") + worker("--trial-ms 20 --journal journal");
  // The command is killed once some trials are recorded, at a random point.
  const Outcome killed =
      line.run("sh -c '" ASSAY_COMMAND " tune fake.toml " + std::string("\"$@\"") +
                   " & pid=$!; while [ $(cat journal 2>/dev/null | wc -l) -lt 15 ]; do sleep 0.02; "
                   "done; kill -9 $pid; wait $pid' sh " +
                   workers,
               "");
  INFO(killed.err);
  const Searches before = searches_of(line);
  const auto begun_before = begun(line);
  CHECK(before.ok.size() >= 5);
  CHECK(before.ok.size() < 60);
  CHECK(before.failed.empty());

  const Outcome resumed = line.run("tune fake.toml" + workers);
  INFO(resumed.err);
  CHECK(resumed.exit_code == 0);
  const Searches after = searches_of(line);
  CHECK(after.ok.size() == 60);
  CHECK(after.failed.empty());
  for (const auto& [configuration, count] : after.ok) CHECK(count == 1);
  // Only trials in flight are begun twice: one of each worker, or two that were finished and about
  // to be recorded. The finalist's own measurement is additional.
  std::size_t repeated = 0;
  for (const auto& [configuration, count] : begun(line)) {
    if (configuration != "x=37" && count > 1) ++repeated;
    if (before.ok.contains(configuration) && configuration != "x=37") CHECK(count == 1);
  }
  CHECK(repeated <= 4);
  CHECK(begun_before.size() >= before.ok.size());
}

TEST_CASE("Ctrl-C ends after the sample in hand, with the best so far; the rest stays to be done") {
  const CommandLine line;
  // The first variant finishes at once; the second would sample for minutes.
  line.write("long.toml", R"(
[[instance]]
problem = "test/scale"
[[variant]]
name = "loop.cpu"
parameters.unroll = [1]
[[variant]]
name = "misbehaving.cpu"
parameters.misdeed = ["slow"]
[sampling]
relative_width = 0.0
min_samples = 10000
max_samples = 10000
max_seconds = 3600
[finals]
configurations = 0
)");
  const Outcome stopped =
      line.run("sh -c '" ASSAY_COMMAND
               " tune long.toml >table 2>log & pid=$!; "
               "while ! grep -q \"loop.cpu on cpu  .*best\" log; do sleep 0.05; done; sleep 0.5; "
               "kill -INT $pid; wait $pid'",
               "");
  INFO(contents(line.folder() / "log"));
  CHECK(stopped.exit_code == 4);
  CHECK_THAT(contents(line.folder() / "table"), contains("loop.cpu"));
  const Searches searches = searches_of(line);
  CHECK(searches.ok == std::map<std::string, int>{{"unroll=1", 1}});
  CHECK(searches.failed.empty());  // being stopped is not a failure
}

TEST_CASE("a device that stays bad ends with code 3, names the culprit and prints what was found") {
  const CommandLine line;
  line.write("fake.toml", fake);
  const Outcome outcome = line.run("tune fake.toml" + worker("--culprit 20 --wedge wedge"));
  CHECK(outcome.exit_code == 3);
  CHECK_THAT(outcome.err, contains("x=20") && contains("reset the device"));
  CHECK_THAT(outcome.out, contains("fake.gpu"));
  CHECK(searches_of(line).failed == std::map<std::string, int>{{"x=20", 1}});
  std::filesystem::remove(line.folder() / "wedge");
  CHECK(line.run("tune fake.toml" + worker("--culprit 20 --wedge wedge")).exit_code == 0);
  CHECK(line.run("tune --retry-failed fake.toml" + worker("")).exit_code == 0);
  CHECK(searches_of(line).ok.size() == 60);
}

TEST_CASE("different machines have a contest each, alike ones share one, and others are named") {
  const CommandLine line;
  line.write("fake.toml", fake);
  const Outcome outcome =
      line.run("tune fake.toml --json" + worker("--machine a --trial-ms 2") +
               worker("--machine b --trial-ms 2") +
               " --worker 'echo Welcome; " ASSAY_FAKE_WORKER
               " --station --machine a --trial-ms 2'  --worker 'echo who are you >&2; exit 255'");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.json().at("machines").size() == 2);
  CHECK_THAT(outcome.err, contains("2 workers") && contains("1 worker\n") &&
                              contains("never compared") && contains("who are you"));
  for (const auto& [configuration, count] : searches_of(line).ok) CHECK(count == 2);
  // The store keeps the machines apart, and a repeated command knows both.
  const Outcome again = line.run("tune fake.toml" + worker("--machine b") + worker("--machine a"));
  CHECK(again.exit_code == 0);
  for (const auto& [configuration, count] : searches_of(line).ok) CHECK(count == 2);
}

TEST_CASE("workers stand in the scenario, and mistakes with them are told with the cure") {
  const CommandLine line;
  line.write("fake.toml", "workers = [\"" ASSAY_FAKE_WORKER " --station\"]\n" + fake);
  CHECK(line.run("tune fake.toml --trust").exit_code == 0);
  line.write("number.toml", "workers = [1]\n" + fake);
  line.write("empty.toml", "workers = [\" \"]\n" + fake);
  const auto refuses = [&](const std::string& arguments, int code, const char* part) {
    const Outcome outcome = line.run(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.exit_code == code);
    CHECK_THAT(outcome.err, contains(part));
  };
  refuses("tune number.toml", 2, "number.toml:1:");
  refuses("tune empty.toml", 2, "ssh host assay worker");
  refuses("tune fake.toml --worker 'exit 3'", 3, "exit code 3");
  refuses("tune fake.toml --worker '" ASSAY_COMMAND " worker --process'", 3, "--process");
  refuses("tune fake.toml --data .", 2, "--worker 'ssh host assay worker --data FOLDER'");
}

TEST_CASE("a guardian of limits does what it is asked, and tidies up when its input ends") {
  const CommandLine line;
  line.write("requests", "power 300\nvolts 3\npower 9000\ngraphics_clock 1980\n");
  const std::string nvml = "FAKE_NVML_JOURNAL=journal ASSAY_NVML_LIBRARY=" ASSAY_FAKE_NVML " ";
  const Outcome outcome =
      line.run("worker --limits-of 0000:00:00.0 <requests", nvml + ASSAY_COMMAND);
  CAPTURE(outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("\n'volts 3' is no limit\n") && contains("200 to 700 W"));
  CHECK(contents(line.folder() / "journal") ==
        "power 300000\ngraphics 1980\npower 650000\ngraphics reset\n");
}
