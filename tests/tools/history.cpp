// Tests of assay history and assay baseline from outside.
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::Outcome;

namespace {

void record(const CommandLine& line) {
  const Outcome outcome = line.run("run test/scale loop.cpu --samples 9 -a n=100");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
}

}  // namespace

TEST_CASE("history shows what was measured in several runs, and says what it cannot tell") {
  const CommandLine line;
  record(line);
  CHECK_THAT(line.run("history").out, contains("no history yet"));
  record(line);
  const Outcome outcome = line.run("history");
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("test/scale") && contains("loop.cpu on cpu: 2 points"));
  CHECK_THAT(outcome.out, contains("10 are needed"));
  CHECK_THAT(line.run("history --json").out, contains("\"changes\": []"));
}

TEST_CASE("a baseline is set, listed, shown, compared with and taken away") {
  const CommandLine line;
  CHECK(line.run("baseline set main").exit_code == 3);  // nothing is recorded yet
  record(line);
  CHECK_THAT(line.run("baseline set main").out, contains("main is run 1"));
  CHECK_THAT(line.run("baseline list").out, contains("main  run 1"));
  // A guard that found nothing to compare with is also recorded as a run.
  line.write("loop.toml", "[[instance]]\nproblem = \"test/scale\"\nn = 100\n");
  CHECK(line.run("guard loop.toml --variants loop.cpu --baseline mian").exit_code == 3);
  CHECK_THAT(line.run("baseline set main").out, contains("main is run 1"));
  CHECK_THAT(line.run("baseline set main --run 2").err, contains("run 2 has no verified result"));
  CHECK_THAT(line.run("baseline show main").out, contains("loop.cpu"));
  const Outcome misspelt = line.run("baseline show mian");
  CHECK(misspelt.exit_code == 2);
  CHECK_THAT(misspelt.err, contains("did you mean 'main'?"));
  CHECK(line.run("baseline set other --run 7").exit_code == 2);
  CHECK(line.run("baseline").exit_code == 2);
  CHECK(line.run("baseline remove main").exit_code == 0);
  CHECK(line.run("baseline list").out == "");
}
