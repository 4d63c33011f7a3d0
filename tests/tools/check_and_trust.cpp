// Tests of what assay says about a scenario before it measures, and of what it may start for it.
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/opencl.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;
using assay::test::require_opencl;

namespace {

constexpr const char* checked_copy = R"(
__kernel void copy(__global float *c, __global const float *a, int n) {
  for (int k = 0; k < WPT; ++k) {
    const int i = (get_group_id(0) * WPT + k) * get_local_size(0) + get_local_id(0);
    if (i < n) c[i] = a[i];
  }
}
)";

const std::string checked_scenario = R"~([problem]
arguments = { n = 1000 }
arrays.a = { type = "float", shape = "n", fill = "uniform" }
arrays.c = { type = "float", shape = "n", output = true }
[kernel]
source = "copy.cl"
arguments = ["c", "a", { int = "n" }]
local = "bx"
grid = "ceil_div(n, bx * WPT)"
parameters.bx = [32, 64]
parameters.WPT = [1, 2]
constraints = ["bx > 0"]
[tune]
trials = 8
[sampling]
max_samples = 10
max_seconds = 0.05
[finals]
rounds = 1
)~";

struct CheckPlace {
  CheckPlace() { line.write("copy.cl", checked_copy); }
  // Checks that `text` is refused with and without --check, with the same exit code and the given
  // parts of the message.
  void refuses(const std::string& text, int code, const std::vector<std::string>& parts) const {
    line.write("s.toml", text);
    for (const char* command : {"tune --check s.toml", "tune s.toml"}) {
      const Outcome outcome = line.run(command);
      CAPTURE(command, text, outcome.err);
      CHECK(outcome.exit_code == code);
      for (const auto& part : parts) CHECK_THAT(outcome.err, contains(part));
    }
  }
  [[nodiscard]] Outcome check(const std::string& text, const std::string& options = "") const {
    line.write("s.toml", text);
    return line.run("tune --check s.toml" + options);
  }
  [[nodiscard]] bool has(const std::string& file) const {
    return std::filesystem::exists(line.folder() / file);
  }
  CommandLine line;
};

std::string constrained_by(const std::string& constraint) {
  return with(checked_scenario, "bx > 0", constraint);
}

}  // namespace

TEST_CASE("--check finds what tune would, and ends as it would") {
  const CheckPlace place;
  require_opencl();
  place.refuses(constrained_by("BX == 32"), 2, {"s.toml:12:", "no name 'BX'", "did you mean 'bx'"});
  place.refuses(constrained_by("bx % (WPT - 1) == 0"), 2, {"s.toml:12:", "division by zero"});
  place.refuses(constrained_by("bx == 48"), 2,
                {"nothing is left to measure", "bx == 48", "s.toml:12:"});
  place.refuses(with(checked_scenario, "[32, 64]", "[1000000]"), 2,
                {"s.toml:8:", "the device allows fewer"});
  place.refuses(with(checked_scenario, "shape = \"n\", fill", "shape = \"n - 1000\", fill"), 2,
                {"s.toml:3:"});
  place.refuses(with(checked_scenario, "[1, 2]", "[1, 1.0]"), 2, {"s.toml:11:", "twice"});
  const Outcome counted = place.check(constrained_by("bx * WPT <= 64"));
  CHECK(counted.exit_code == 0);
  CHECK_THAT(counted.out, contains("copy.opencl on opencl:0: 3 configurations"));
}

TEST_CASE("defaults that the device cannot run are told, and the others are measured") {
  const CheckPlace place;
  require_opencl();
  const std::string beyond = with(checked_scenario, "[32, 64]", "[1000000, 32, 64]");
  const Outcome checked = place.check(beyond);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("4 configurations") && contains("bx=1000000 WPT=1") &&
                              contains("the device allows fewer") && contains("bx=32 WPT=1"));
  const Outcome tuned = place.line.run("tune s.toml");
  INFO(tuned.err);
  CHECK(tuned.exit_code == 4);  // there is no independent reference
  CHECK_THAT(tuned.err, contains("4 of 4 configurations") &&
                            contains("the nearest configuration, bx=32 WPT=1"));
  // The kernel also serves as a reference that is named, even where its own constraints exclude its
  // defaults.
  const std::string named = "reference = { kernel = \"copy.opencl\" }\n[kernel]";
  for (const auto& text :
       {with(beyond, "[kernel]", named), with(constrained_by("bx == 64"), "[kernel]", named)}) {
    place.line.write("named.toml", text);
    const Outcome verified = place.line.run("tune named.toml");
    INFO(verified.err);
    CHECK(verified.exit_code == 0);
  }
  // A value that somebody chose for the reference and that differs from the default is never
  // replaced.
  place.line.write(
      "chosen.toml",
      with(with(checked_scenario, "[32, 64]", "[32, 64, 1000000]"), "[kernel]",
           "reference = { kernel = \"copy.opencl\", parameters.bx = 1000000 }\n[kernel]"));
  const Outcome chosen = place.line.run("tune chosen.toml");
  CHECK(chosen.exit_code == 2);
  CHECK_THAT(chosen.err, contains("of 1000000 work items"));
}

TEST_CASE("where nothing at all was measured the exit code says so, and why") {
  const CheckPlace place;
  require_opencl();
  place.line.write("s.toml", checked_scenario);
  const Outcome brief = place.line.run("tune s.toml --seconds 0.001");
  INFO(brief.err);
  CHECK(brief.exit_code == 3);
  CHECK_THAT(brief.err, contains("nothing was measured") && contains("time"));
  const Outcome alone =
      place.line.run("tune s.toml", "OCL_ICD_VENDORS=/nonexistent " ASSAY_COMMAND);
  CHECK(alone.exit_code == 3);
  CHECK_THAT(alone.err, contains("no opencl device"));
  const Outcome checked =
      place.line.run("tune --check s.toml", "OCL_ICD_VENDORS=/nonexistent " ASSAY_COMMAND);
  CHECK(checked.exit_code == 3);
}

TEST_CASE("commands of a scenario run once they are agreed to, and never under --check") {
  const CheckPlace place;
  require_opencl();
  const std::string text = with(checked_scenario, "[kernel]",
                                "reference = { command = \"touch ran; cp {a} {c}\" }\n[kernel]");
  const Outcome checked = place.check(text);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("touch ran; cp {a} {c}") && contains("4 configurations"));
  CHECK_FALSE(place.has("ran"));
  for (const char* command :
       {"tune s.toml", "run s copy.opencl --scenario s.toml", "judge s.toml"}) {
    const Outcome refused = place.line.run(std::string(command) + " </dev/null");
    CAPTURE(command, refused.err);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, contains("touch ran; cp {a} {c}") && contains("--trust"));
    CHECK_FALSE(place.has("ran"));
  }
  CHECK(place.line.run("tune s.toml --check --trust").exit_code == 0);
  CHECK_FALSE(place.has("ran"));
  const Outcome trusted = place.line.run("tune s.toml --trust");
  INFO(trusted.err);
  CHECK(trusted.exit_code == 0);
  CHECK(place.has("ran"));
  CHECK(place.line.run("tune s.toml").exit_code == 0);  // trusted from now on
  CHECK(place.line.run("run s copy.opencl --scenario s.toml").exit_code == 0);
  // Trust covers neither another command nor the same command in another folder.
  place.line.write("s.toml", with(text, "touch ran", "touch run"));
  CHECK(place.line.run("tune s.toml").exit_code == 2);
  place.line.write("other/s.toml", text);
  place.line.write("other/copy.cl", checked_copy);
  CHECK(place.line.run("tune other/s.toml").exit_code == 2);
}

TEST_CASE("workers that a scenario names need agreement, those that the user names do not") {
  const CheckPlace place;
  const std::string own = "workers = [\"touch ran\"]\n[[instance]]\nproblem = \"test/scale\"\n";
  const Outcome checked = place.check(own);
  INFO(checked.err);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("workers: touch ran"));
  CHECK_FALSE(place.has("ran"));
  const Outcome refused = place.line.run("tune s.toml");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains("workers: touch ran") && contains("--trust"));
  CHECK_FALSE(place.has("ran"));
  const Outcome named = place.line.run("tune s.toml --worker 'touch user; exit 3'");
  CHECK(named.exit_code == 3);
  CHECK_THAT(named.err, !contains("--trust"));
  CHECK(place.has("user"));
  CHECK_FALSE(place.has("ran"));
  // A command that would control the terminal is shown as text.
  place.line.write("s.toml", with(own, "touch ran", "\\u001b[2Jtouch ran"));
  CHECK_THAT(place.line.run("tune s.toml").err, !contains("\x1b"));
}
