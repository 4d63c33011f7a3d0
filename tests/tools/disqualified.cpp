// Tests, from outside, of a configuration that one trial found wrong.
#include "framework/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/few_samples.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::few_samples;
using assay::test::Outcome;

namespace {

// A scenario of one variant with one configuration.
const std::string single = R"(
name = "single"
[[instance]]
problem = "test/scale"
n = 100
[[variant]]
name = "loop.cpu"
parameters.unroll = 1
)" + few_samples;

// Records that another process found the configuration of every trial wrong.
void find_wrong(const CommandLine& line) {
  assay::Store store(line.folder() / "store.db");
  for (const assay::StoredTrial& trial : store.trials({})) {
    assay::TrialKey key = trial.key;
    key.stage = "guard";
    assay::TrialResult result;
    result.status = assay::TrialStatus::wrong_output;
    result.message = "element 7 is 0.5, not 1";
    store.record_trial(trial.run, key, result, std::nullopt);
  }
}

}  // namespace

TEST_CASE("what is disqualified wins in no command, and that is a failed verification") {
  const CommandLine line;
  line.write("single.toml", single);
  const Outcome tuned = line.run("tune single.toml");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  REQUIRE(line.run("export --instance 1").exit_code == 0);
  find_wrong(line);

  const Outcome compared = line.run("compare");
  CHECK(compared.exit_code == 1);
  CHECK_THAT(compared.out,
             contains("No variant has a verified result.") &&
                 contains("is disqualified: wrong-output in a guard (run 1): element 7"));
  CHECK(line.run("compare --run 1").exit_code == 1);
  CHECK(line.run("report").exit_code == 1);
  const Outcome exported = line.run("export --instance 1 --output best.h");
  CHECK(exported.exit_code == 1);
  CHECK_THAT(exported.err, contains("nothing was verified") && contains("is disqualified"));
  CHECK(contents(line.folder() / "best.h").empty());
  CHECK(line.run("baseline set main").exit_code == 3);
  const Outcome again = line.run("tune single.toml");
  CHECK(again.exit_code == 1);
  const Outcome run = line.run("run test/scale loop.cpu -a n=100 -s unroll=1");
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.err, contains("right this time, but wrong-output in a guard (run 1)"));
}
