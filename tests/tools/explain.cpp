// Tests of assay explain, export and import from outside.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/small_space.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;
using assay::test::small_space;

namespace {

const std::string explained_scenario = R"(
name = "small"
reference = "loop.cpu"
[[instance]]
problem = "test/scale"
n = [100, 1000]
[[variant]]
name = "loop.cpu"
[[variant]]
name = "misbehaving.cpu"
parameters.misdeed = ["none", "wrong", "segfault"]
[sampling]
min_samples = 7
max_samples = 20
max_seconds = 0.05
[finals]
rounds = 2
)";

struct Mistake {
  std::string arguments;
  int exit_code;
  std::string told;
};

void check_told(const CommandLine& line, const std::vector<Mistake>& mistakes) {
  for (const auto& mistake : mistakes) {
    const Outcome outcome = line.run(mistake.arguments);
    CAPTURE(mistake.arguments, outcome.err, outcome.out);
    CHECK(outcome.exit_code == mistake.exit_code);
    CHECK_THAT(outcome.err + outcome.out, contains(mistake.told));
  }
}

}  // namespace

TEST_CASE("explain says what a recorded space tells of its parameters") {
  const CommandLine line;
  line.write("small_T4.json", small_space());
  const Outcome told = line.run("explain small_T4.json --all");
  INFO(told.err);
  REQUIRE(told.exit_code == 0);
  for (const char* part : {"small: 30 configurations, 4 of them failed, best 1.000 ms",
                           "best: x=3 y=2", "x with y", "1 device-error", "what more trials"}) {
    CHECK_THAT(told.out, contains(part));
  }
  const auto json = line.run("explain small_T4.json --json").json();
  CHECK(json.at(0).at("parameters").size() == 2);
  CHECK(line.run("explain small_T4.json --format csv --output e.csv").exit_code == 0);
  CHECK_THAT(contents(line.folder() / "e.csv"), contains("small,pair,x,y,"));
}

TEST_CASE("what was tuned is explained, exported and replayed") {
  const CommandLine line;
  line.write("small.toml", explained_scenario);
  REQUIRE(line.run("tune small.toml").exit_code == 0);
  const auto all = line.run("explain --json").json();
  CHECK(all.size() == 4);
  const Outcome told = line.run("explain small.toml --variant misbehaving.cpu --instance 1");
  CHECK(told.exit_code == 0);
  CHECK_THAT(told.out, contains("misbehaving.cpu on cpu") && contains("too few for a model") &&
                           contains("1 wrong-output") && contains("1 crash"));

  const Outcome header = line.run("export small --instance 1 --output best.h");
  INFO(header.err);
  REQUIRE(header.exit_code == 0);
  CHECK_THAT(contents(line.folder() / "best.h"),
             contains("#define ") && contains("test/scale") && contains("n=100"));
  CHECK(line.run("export --instance 1 --format json").json().at("problem") == "test/scale");

  const std::string search = "--variant misbehaving.cpu --instance 1";
  REQUIRE(line.run("export " + search + " --output s_T4.json.gz").exit_code == 0);
  const auto replayed = line.run("replay s_T4.json.gz --strategy random --seeds 3 --json");
  // Three of the variant's misdeeds are not a whole space, neither in the store nor in the file.
  CHECK(replayed.exit_code == 3);
  CHECK_THAT(replayed.err, contains("--partly"));
  for (const std::string& from : {search, std::string("s_T4.json.gz")}) {
    const auto partly =
        line.run("replay " + from + " --partly --strategy random --budget 3 --seeds 3 --json");
    INFO(partly.err);
    CHECK(partly.json().at("spaces").at(0).at("configurations") == 3);
    CHECK(partly.json().at("spaces").at(0).at("whole") == false);
  }
  const auto in_time = line.run(
      "replay s_T4.json.gz --partly --strategy random --cores 2 --seconds 1,1000 --seeds 3 --json");
  INFO(in_time.err);
  const auto timed = in_time.json().at("spaces").at(0).at("strategies").at(0).at("figures");
  CHECK(timed.size() == 2);
  CHECK(timed.at(1).at("trials") == Approx(3));
  CHECK(timed.at(1).at("optimum_over_best") == Approx(1));
  check_told(
      line,
      {{"replay s_T4.json.gz --cores 4 --budget 5", 2, "--seconds"},
       {"replay s_T4.json.gz --seconds 5", 2, "give --cores as well"},
       {"replay s_T4.json.gz --reproducible", 2, "--reproducible: give --cores as well"},
       {"replay s_T4.json.gz --cores -1", 2, "out of range"},
       {"replay s_T4.json.gz --cores 2 --seconds 0", 2, "is no time"},
       {"explain smal", 2, "did you mean 'small'"},
       {"explain --variant misbehavin.cpu", 2, "did you mean 'misbehaving.cpu'"},
       {"explain --instance 9", 2, "'9'"},
       {"export", 2, "choose one of these 2 instances"},
       {"export --format t4", 2, "one search at a time; choose one of these 4"},
       {"export --instance 1 --output x.txt", 2, "--format header, json, cmake, python, c++ or t4"},
       {"export s_T4.json.gz --format header", 2, "one scenario"},
       {"export --instance 1 --output none/x.h", 3, "cannot write"},
       {"export --instance 1 --variant loop.cpu --output none/x.json.gz", 3, "cannot be written"}});
}

TEST_CASE("an imported space is explained, replayed and exported as its file is") {
  const CommandLine line;
  line.write("small-A100_T4.json", small_space());
  const Outcome imported = line.run("import small-A100_T4.json --host node7 -a n=4");
  INFO(imported.err);
  REQUIRE(imported.exit_code == 0);
  CHECK_THAT(imported.out, contains("30 trials of small on A100 as instance 1"));
  CHECK_THAT(line.run("import small-A100_T4.json --host node7 -a n=4").out,
             contains("0 trials") && contains("30 were already recorded"));

  // The figures of a space, without its name.
  const auto figures = [&](const std::string& arguments) {
    auto json = line.run(arguments).json();
    json.at(0).erase("space");
    return json;
  };
  CHECK(figures("explain --json") == figures("explain small-A100_T4.json --json"));
  const std::string replay = "--strategy random --seeds 3 --budget 5 --json";
  const auto curve = [&](const std::string& what) {
    return line.run("replay " + what + " " + replay).json().at("spaces").at(0).at("random_curve");
  };
  CHECK(curve("") == curve("small-A100_T4.json"));
  REQUIRE(line.run("export --variant small --output out.json.gz").exit_code == 0);
  CHECK(figures("explain out.json.gz --json") == figures("explain --json"));

  // The results were verified by others, not by this assay.
  const Outcome compared = line.run("compare");
  CHECK(compared.exit_code == 1);
  CHECK_THAT(line.run("export --format header").err, contains("nothing was verified"));
}

TEST_CASE("explain, export and import tell what is wrong with their arguments") {
  const CommandLine line;
  line.write("small.json", small_space());
  line.write("cut.json", small_space().substr(0, 100));
  check_told(line, {{"explain", 3, "record something first"},
                    {"explain cut.json", 3, "cut.json: is cut off"},
                    {"explain absent.json", 3, "absent.json: cannot be opened"},
                    {"explain small.json --format tabel", 2, "tabel"},
                    {"explain small.json --machine x", 2, "only files are named"},
                    {"export", 3, "record something first"},
                    {"import", 2, "file"},
                    {"import small.json", 2, "add --device NAME"},
                    {"import small.json cut.json --device x", 3, "cut off"},
                    // The refused imports above imported nothing.
                    {"explain", 3, "record something first"}});
}
