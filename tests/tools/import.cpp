// Tests of assay import for benchmarks, from outside; explain.cpp tests it for recorded spaces.
#include "tests/catch.hpp"
#include "tests/framework/store/benchmark_files.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::google_text;
using assay::test::Outcome;

namespace {

// The entries of the only instance of a problem, in a comparison as JSON.
nlohmann::json entries_of(const Outcome& compared, const std::string& problem) {
  const auto json = compared.json();
  for (const auto& instance : json.at("machines").at(0).at("instances")) {
    if (instance.at("problem") == problem) return instance.at("entries");
  }
  return {};
}

}  // namespace

TEST_CASE("imported benchmarks are compared, and said to be imported") {
  const CommandLine line;
  line.write("before.json", google_text);
  line.write("after.json", with(google_text, "1.2e+02", "0.8e+02"));
  const Outcome imported = line.run("import before.json --variant before");
  INFO(imported.err);
  REQUIRE(imported.exit_code == 0);
  CHECK_THAT(imported.out,
             contains("4 trials of 3 google-benchmark benchmarks, not verified here"));
  CHECK_THAT(line.run("import before.json --variant before").out,
             contains("0 trials") && contains("4 were already recorded"));
  CHECK_THAT(line.run("compare --problem google-benchmark/BM_Copy").out,
             contains("before [imported] alone has a result."));
  REQUIRE(line.run("import after.json --variant after").exit_code == 0);

  const auto entries = entries_of(line.run("compare --json"), "google-benchmark/BM_Sort<int>");
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].at("label") == "after [imported]");
  CHECK(entries[0].at("best").at("stage") == "imported");
  CHECK(entries[0].at("best").at("value").at("median") == Approx(1.00e-4));
  CHECK(entries[1].at("best").at("value").at("median") == Approx(1.04e-4));
  const Outcome table = line.run("compare");
  CHECK(table.exit_code == 1);  // BM_Wide has no result
  CHECK_THAT(table.out, contains("assay has not verified") && contains("out of memory") &&
                            contains("needs AVX-512"));
  CHECK_THAT(line.run("export --format header --problem 'google-benchmark/BM_Sort<int>'").err,
             contains("nothing was verified"));
}

TEST_CASE("benchmarks of one problem are compared with each other") {
  const CommandLine line;
  line.write("a.json", google_text);
  REQUIRE(line.run("import a.json --problem sort -a unit=1 --device gpu --host h").exit_code == 0);
  const auto compared = line.run("compare --json").json();
  const auto& machine = compared.at("machines").at(0);
  CHECK(machine.at("attributes").at("host") == "h");
  CHECK_FALSE(machine.at("attributes").contains("mhz"));
  const auto& instances = machine.at("instances");
  REQUIRE(instances.size() == 2);  // one with an argument and one without
  CHECK(instances[0].at("arguments").at("unit") == 1);
  CHECK(instances[1].at("entries").size() == 2);
  CHECK(instances[1].at("entries")[0].at("variant") == "BM_Copy");
  CHECK(instances[1].at("entries")[0].at("device") == "gpu");
}

TEST_CASE("a file that is refused leaves the store as it was") {
  const CommandLine line;
  line.write("good.json", google_text);
  line.write("cut.json", std::string(google_text).substr(0, 900));
  line.write("bare.json", with(google_text, "\"context\": {", "\"context\": {}, \"was\": {"));
  struct Mistake {
    std::string arguments;
    int exit_code;
    std::string told;
  };
  for (const auto& mistake : {
           Mistake{"good.json cut.json", 3, "cut.json: is cut off"},
           Mistake{"bare.json", 2, "add --host NAME"},
           Mistake{"good.json -a arg0=3", 2, "already has an argument 'arg0'"},
           Mistake{"good.json --problem p --variant v", 2, "would both be v of p"},
       }) {
    const Outcome outcome = line.run("import " + mistake.arguments);
    CAPTURE(mistake.arguments, outcome.err, outcome.out);
    CHECK(outcome.exit_code == mistake.exit_code);
    CHECK_THAT(outcome.err, contains(mistake.told));
  }
  CHECK_FALSE(std::filesystem::exists(line.folder() / "store.db"));
}

TEST_CASE("what assay-bench prints is imported") {
  const CommandLine line;
  line.write("tiny.toml", R"(
[[instance]]
problem = "test/scale"
n = 64
[[variant]]
name = "loop.cpu"
[tune]
trials = 2
)");
  const Outcome bench = line.run(
      "--scenario=tiny.toml --benchmark_format=json --benchmark_min_time=0.01 "
      "--benchmark_repetitions=3",
      ASSAY_BENCH);
  INFO(bench.err);
  REQUIRE(bench.exit_code == 0);
  line.write("bench.json", bench.out);
  const Outcome imported = line.run("import bench.json --store other.db");
  INFO(imported.err);
  REQUIRE(imported.exit_code == 0);
  const auto entries = entries_of(line.run("compare --json --store other.db"),
                                  "google-benchmark/test/scale/loop.cpu");
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].at("variant") == "assay-bench");
  CHECK(entries[0].at("best").at("samples") == 3);
}
