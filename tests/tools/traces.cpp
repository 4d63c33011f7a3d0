// Tests of assay traces from outside, and of searches that start warm from a trace.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/small_space.hpp"

using assay::test::CommandLine;
using assay::test::contents;
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

}  // namespace

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
  CHECK_THAT(listed.out, contains("small on B200") && contains("cut.json.gz is left out") &&
                             contains("remove the file"));
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
