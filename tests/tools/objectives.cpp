// Tests of objectives of one's own: the fastest configuration need not be the winner.
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"

using assay::test::CommandLine;
using assay::test::few_samples;
using assay::test::Outcome;

namespace {

// A function whose time is 4 + WORK units. A rate of WORK * WORK over that time grows by more than
// a factor of two from each value of WORK to the next, so that a busy machine does not exchange
// them.
const std::string spin_source = R"(void spin(int* y, int n) {
  for (volatile int k = 0; k < 20000 * (4 + WORK); ++k) {}
  for (int k = 0; k < n; ++k) y[k] = k;
}
void expected(int* y, int n) { for (int k = 0; k < n; ++k) y[k] = k; }
)";

const std::string spin_scenario = R"~([problem]
name = "spin"
arguments = { n = 100 }
arrays.y = { type = "int", shape = "n", output = true }
reference = { kernel = "expected" }
[[kernel]]
name = "expected"
source = "expected.c"
function = "expected"
arguments = ["y", { int = "n" }]
competes = false
[[kernel]]
name = "few"
source = "spin.c"
function = "spin"
arguments = ["y", { int = "n" }]
parameters.WORK = [1, 2]
[[kernel]]
name = "many"
source = "spin.c"
function = "spin"
arguments = ["y", { int = "n" }]
parameters.WORK = [4, 8]
[[derived]]
name = "rate"
value = "WORK_UNITS * WORK / seconds"
)~" + few_samples;

struct SpinFolder {
  SpinFolder() {
    line.write("spin.c", spin_source);
    line.write("expected.c", "#define WORK 0\n" + spin_source);
  }
  [[nodiscard]] Outcome tune(const std::string& objective, const std::string& text) const {
    line.write("s.toml", "objective = " + objective + "\n" + text);
    return line.run("tune s.toml --trust");
  }
  CommandLine line;
};

std::string by_rate() {
  return with(with(spin_scenario, "WORK_UNITS * WORK", "1000 * WORK * WORK"), "rounds = 1",
              "rounds = 12");
}

}  // namespace

TEST_CASE("what is maximised wins, though it is the slowest, in tune, compare and export") {
  const SpinFolder folder;
  const Outcome tuned = folder.tune(R"({ maximise = "rate" })", by_rate());
  INFO(tuned.err << tuned.out);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.out, contains("maximise rate = 1000 * WORK * WORK / seconds warm"));
  CHECK_THAT(tuned.out, contains("* many") && contains("better than few by rate"));

  const auto compared = folder.line.run("compare --objective rate --format json").json();
  const auto& instance = compared["machines"][0]["instances"][0];
  CHECK(instance["unit"] == "");
  CHECK(instance["verdict"]["kind"] == "winner");
  CHECK(instance["verdict"]["margin"]["median"] > 1.5);
  const auto& best = instance["entries"][0]["best"];
  CHECK(best["configuration"]["WORK"] == 8);
  const double rate = best["value"]["median"];
  CHECK(rate == Approx(64000 / best["whole_sample"].get<double>()).epsilon(0.2));
  CHECK(best["value"]["lower"] <= rate);
  CHECK(best["value"]["upper"] >= rate);
  CHECK(best["derived"][0]["value"].get<double>() == Approx(rate).epsilon(0.2));
  CHECK(rate > instance["entries"][1]["best"]["value"]["median"]);

  CHECK_THAT(folder.line.run("export --problem spin").out, contains("#define WORK 8"));
  CHECK_THAT(folder.line.run("explain --variant many").out, contains("WORK"));
  CHECK(folder.line.run("report --output r.html").exit_code == 0);
  const Outcome again = folder.line.run("tune s.toml --trust");
  CHECK_THAT(again.err, contains("(2 recorded before)"));
}

TEST_CASE("an own objective counts beside further quantities") {
  const SpinFolder folder;
  const std::string text = with(by_rate(), "rounds = 12", "rounds = 2");
  const Outcome tuned = folder.tune(
      R"({ maximise = "1000 * WORK" })",
      with(text, "configurations = 1", "configurations = 2") + "[pareto]\nlower = [\"WORK\"]\n");
  INFO(tuned.err << tuned.out);
  CHECK(tuned.exit_code == 0);
  // Each further unit of work costs one and is worth one, so that nothing beats anything.
  CHECK_THAT(tuned.out, contains("4 of 4 configurations are in the front"));
  CHECK_THAT(tuned.out, contains("many is the best by "));
  CHECK(tuned.out.find("WORK=8") < tuned.out.find("WORK=1"));
}

TEST_CASE("results by an own objective and by time never meet") {
  const SpinFolder folder;
  const std::string text = with(by_rate(), "rounds = 12", "rounds = 2");
  REQUIRE(folder.tune(R"({ maximise = "rate" })", text).exit_code == 0);
  const Outcome timed = folder.tune("\"time\"", with(text, "1000 * WORK * WORK", "1000"));
  CHECK_THAT(timed.err, !contains("recorded before"));
  const auto& json = folder.line.run("compare --format json").json();
  const auto& instance = json["machines"][0]["instances"][0];
  CHECK(instance["unit"] == "s");
  const auto& best = instance["entries"][0]["best"];
  CHECK(best["value"]["median"].get<double>() ==
        Approx(best["whole_sample"].get<double>()).epsilon(0.5));
  CHECK_THAT(folder.line.run("compare").out, contains("not comparable with 'time warm'"));
}

TEST_CASE("a name that no trial has is refused before any") {
  const SpinFolder folder;
  const std::string text = with(by_rate(), "1000 * WORK * WORK", "1000");
  const Outcome unknown = folder.tune(R"({ maximise = "WROK / seconds" })", text);
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, contains("s.toml:1:") && contains("did you mean 'WORK'?"));
  const Outcome checked = folder.line.run("tune s.toml --check");
  CHECK(checked.exit_code == 2);
  CHECK(checked.err == unknown.err);
}

TEST_CASE("an own objective without a value costs its trials") {
  const SpinFolder folder;
  const Outcome some = folder.tune(R"({ maximise = "(WORK - 1) / seconds" })",
                                   with(by_rate(), "1000 * WORK * WORK", "1000"));
  CHECK(some.exit_code == 0);
  CHECK_THAT(some.err, contains("failed: 1 error"));
}

TEST_CASE("commands that know times and energy alone refuse own objectives") {
  const SpinFolder folder;
  REQUIRE(folder.tune(R"({ maximise = "rate" })", with(by_rate(), "rounds = 12", "rounds = 1"))
              .exit_code == 0);
  const Outcome replayed = folder.line.run("replay --partly");
  CHECK(replayed.exit_code == 2);
  CHECK_THAT(replayed.err, contains("times only"));
  const Outcome exported = folder.line.run("export --format t4 --variant many");
  CHECK(exported.exit_code == 2);
  CHECK_THAT(exported.err, contains("not the objective 'rate'"));
  const Outcome guarded =
      folder.line.run("guard s.toml --trust --baseline-plugins . --candidate-plugins .");
  CHECK(guarded.exit_code == 2);
  CHECK_THAT(guarded.err, contains("s.toml:1:") && contains("not the objective 'rate'"));
}
