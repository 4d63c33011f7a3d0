// Tests of assay traces from outside, and of searches that start warm from a trace.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/small_space.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;
using assay::test::small_space;

namespace {

// Runs assay with a folder for traces of the test's own.
Outcome run_with_traces(const CommandLine& line, const std::string& arguments) {
  return line.run(arguments,
                  "ASSAY_TRACES=" + (line.folder() / "traces").string() + " " ASSAY_COMMAND);
}

std::size_t files_in(const std::filesystem::path& folder) {
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder)) ++files;
  return files;
}

// A scenario that scales an array in C, with three parameters of no effect.
std::string scale_scenario(const std::string& tune) {
  return R"~([problem]
name = "scale"
arguments = { n = 1000 }
arrays.x = { type = "float", shape = "n", fill = "uniform" }
arrays.y = { type = "float", shape = "n", output = true }
reference = { kernel = "plain" }
[sampling]
min_samples = 7
max_samples = 12
max_seconds = 0.05
[finals]
rounds = 1
[[kernel]]
name = "plain"
source = "scale.c"
function = "scale"
arguments = ["x", "y", { int = "n" }]
competes = false
[[kernel]]
name = "tuned"
source = "scale.c"
function = "scale"
arguments = ["x", "y", { int = "n" }]
parameters.A = [1, 2, 3]
parameters.B = [1, 2, 3]
parameters.C = [1, 2, 3]
[tune]
trials = 1
)~" + tune;
}

// A T4 file of all its configurations, of which (3, 2, 3) takes the least time.
std::string scale_space() {
  auto json = nlohmann::json::object();
  json["metadata"]["timeunit"] = "miliseconds";
  for (int k = 0; k < 27; ++k) {
    const int a = 1 + k / 9;
    const int b = 1 + k / 3 % 3;
    const int c = 1 + k % 3;
    const double time = 1.0 + (3 - a) + (b - 2) * (b - 2) + (3 - c);
    json["results"].push_back({{"configuration", {{"A", a}, {"B", b}, {"C", c}}},
                               {"objectives", {"time"}},
                               {"invalidity", "correct"},
                               {"times", {{"runtimes", {time}}}}});
  }
  return json.dump();
}

}  // namespace

TEST_CASE("a search starts warm from a trace of a space like its own, unless told not to") {
  const CommandLine line;
  line.write("scale.c",
             "void scale(const float *x, float *y, int n) {\n"
             "  for (int i = 0; i < n; ++i) y[i] = 3 * x[i];\n}\n");
  line.write("scale-B200.json", scale_space());
  REQUIRE(run_with_traces(line, "traces add scale-B200.json").exit_code == 0);
  line.write("cold.toml", scale_scenario("warm_start = false\n"));
  const Outcome cold = run_with_traces(line, "tune cold.toml --trust --store cold.db");
  INFO(cold.err);
  REQUIRE(cold.exit_code == 0);
  CHECK_THAT(cold.out, contains("A=1 B=1 C=1"));
  line.write("warm.toml", scale_scenario(""));
  line.write("traces/cut.json.gz", "no gzip file");
  const Outcome warm = run_with_traces(line, "tune warm.toml --trust --store warm.db");
  INFO(warm.err);
  REQUIRE(warm.exit_code == 0);
  CHECK_THAT(warm.out, contains("A=3 B=2 C=3"));
  CHECK_THAT(warm.out + warm.err, contains("a trace is left out") && contains("cut.json.gz"));
}

TEST_CASE("traces are added, listed and replaced by those of the same origin") {
  const CommandLine line;
  line.write("small-B200.json", small_space());
  const Outcome added =
      run_with_traces(line, "traces add small-B200.json --source 'a laboratory' --licence MIT");
  INFO(added.err);
  REQUIRE(added.exit_code == 0);
  CHECK_THAT(added.out, contains("30 configurations of small on B200"));
  CHECK(run_with_traces(line, "traces add small-B200.json").exit_code == 0);
  CHECK(files_in(line.folder() / "traces") == 1);
  REQUIRE(run_with_traces(line, "traces add small-B200.json --source 'a laboratory' --licence MIT")
              .exit_code == 0);
  const Outcome listed = run_with_traces(line, "traces list");
  CHECK(listed.exit_code == 0);
  CHECK_THAT(listed.out, contains("small on B200, 30 configurations") && contains("  x y\n") &&
                             contains("a laboratory, licence MIT"));
}

TEST_CASE("a trace that cannot be read is named with its cure, and the others are listed") {
  const CommandLine line;
  line.write("small-B200.json", small_space());
  REQUIRE(run_with_traces(line, "traces add small-B200.json").exit_code == 0);
  line.write("traces/cut.json.gz", "no gzip file");
  const Outcome listed = run_with_traces(line, "traces list");
  CHECK(listed.exit_code == 0);
  CHECK_THAT(listed.out, contains("small on B200") && contains("a trace is left out") &&
                             contains("cut.json.gz") && contains("remove the file"));
}

TEST_CASE("traces tells what is wrong with its arguments") {
  const CommandLine line;
  line.write("cut.json", small_space().substr(0, 100));
  CHECK(run_with_traces(line, "traces").exit_code == 2);
  CHECK(run_with_traces(line, "traces add cut.json").exit_code == 3);
  CHECK(run_with_traces(line, "traces add missing.json").exit_code == 3);
  line.write("file", "");
  line.write("small-B200.json", small_space());
  const Outcome no_folder = run_with_traces(line, "traces add small-B200.json --folder file/x");
  CHECK(no_folder.exit_code == 3);
  CHECK_THAT(no_folder.err, contains("--folder"));
}
