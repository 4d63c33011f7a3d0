// Tests of assay guard from outside, with builds of the plugin spinning.cpp.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/framework/store/store_fixture.hpp"
#include "tests/tools/command_line.hpp"
#include "tests/tools/spinning_builds.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

namespace {

struct GuardLine {
  GuardLine() { line.write("spin.toml", assay::test::spin_scenario); }

  [[nodiscard]] Outcome guard(const std::string& candidate, const std::string& options = "",
                              const std::string& summary = "") const {
    const std::string plugins = ASSAY_TEST_PLUGINS;
    return line.run("guard spin.toml --pairs 10 --baseline-plugins " + plugins +
                        "/spin-1 --candidate-plugins " + plugins + "/" + candidate + " " + options,
                    "GITHUB_STEP_SUMMARY=" + summary + " " ASSAY_COMMAND);
  }
  [[nodiscard]] bool has(const std::string& name) const {
    return std::filesystem::exists(line.folder() / name);
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    return contents(line.folder() / name);
  }

  CommandLine line;
};

}  // namespace

TEST_CASE("guard ends with 0 for another build of the same code, 1 for a slower or a wrong one") {
  const GuardLine line;
  const Outcome same = line.guard("spin-2", "--detect 90%");
  INFO(same.err);
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.out, contains("1 case: 1 equivalent within 90%."));
  const Outcome slow = line.guard("spin-slow");
  CHECK(slow.exit_code == 1);
  CHECK_THAT(slow.out, contains("1 case: 1 slower."));
  const Outcome wrong = line.guard("spin-wrong");
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.out, contains("the candidate failed (wrong-output)"));
}

TEST_CASE("guard ends with 3 where a candidate cannot be compared") {
  const GuardLine line;
  const Outcome missing = line.guard("build-1");
  CHECK(missing.exit_code == 3);
  CHECK_THAT(missing.out, contains("1 invalid"));
  const Outcome no_folder = line.guard("nothing-there");
  CHECK(no_folder.exit_code == 3);
  CHECK_THAT(no_folder.err, contains("nothing-there is not a folder"));
}

TEST_CASE("guard writes one report in several formats, each to its file") {
  const GuardLine line;
  const Outcome outcome = line.guard(
      "spin-wrong", "--json --also junit=guard.xml --also sarif=guard.sarif --also markdown=g.md");
  INFO(outcome.err);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.json().at("exit_code") == 1);
  CHECK_THAT(line.read("guard.xml"), contains("<failure type=\"candidate failed\""));
  const auto sarif = nlohmann::json::parse(line.read("guard.sarif"));
  const auto& result = sarif.at("runs").at(0).at("results").at(0);
  CHECK(result.at("ruleId") == "candidate-failed");
  const auto& place = result.at("locations").at(0).at("physicalLocation");
  CHECK(place.at("artifactLocation").at("uri") == "spin.toml");
  CHECK_THAT(line.read("g.md"), contains("## Regression"));
  CHECK_FALSE(line.has("guard.xml.part"));
}

TEST_CASE("the XML of guard is what Python reads, where there is a Python") {
  const GuardLine line;
  if (line.line.run("--version", "python3").exit_code != 0) return;
  REQUIRE(line.guard("spin-wrong", "--format junit --output guard.xml").exit_code == 1);
  line.line.write("read.py", R"(
import xml.etree.ElementTree as xml
root = xml.parse('guard.xml').getroot()
print(root.tag, root.get('failures'), root.find('.//failure').get('type'))
)");
  const Outcome read = line.line.run("read.py", "python3");
  INFO(read.err);
  CHECK(read.out == "testsuites 1 candidate failed\n");
}

TEST_CASE("guard refuses what it could not write, before it measures") {
  const GuardLine line;
  const auto refused = [&](const std::string& options, int code, const std::string& why) {
    INFO(options);
    const Outcome outcome = line.guard("spin-1", options);
    CHECK(outcome.exit_code == code);
    CHECK_THAT(outcome.err, contains(why));
    CHECK_FALSE(line.has("store.db"));
  };
  refused("--format xml", 2, "--format");
  refused("--also junnit=guard.xml", 2, "did you mean 'junit'");
  refused("--also guard.xml", 2, "FORMAT=FILE");
  refused("--also junit=", 2, "FORMAT=FILE");
  refused("--also junit=a --also sarif=a", 2, "two reports would be written to 'a'");
  refused("--also junit=nowhere/guard.xml", 3, "cannot write 'nowhere/guard.xml'");
  refused("--also junit=.", 3, "cannot write '.'");
  refused("--output nowhere/guard.txt", 3, "cannot write 'nowhere/guard.txt'");
  CHECK_FALSE(line.has("a"));
}

TEST_CASE("for GitHub, the report is appended to the step's summary as well") {
  const GuardLine line;
  line.line.write("summary.md", "before\n");
  const Outcome outcome = line.guard("spin-1", "--format github", "summary.md");
  INFO(outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out.starts_with("::notice title=No regression::1 case"));
  CHECK_THAT(line.read("summary.md"), contains("before\n## No regression"));
  CHECK(line.guard("spin-1", "--json", "other.md").exit_code == 0);
  CHECK_FALSE(line.has("other.md"));
  const Outcome refused = line.guard("spin-1", "--format github", "nowhere/summary.md");
  CHECK(refused.exit_code == 3);
  CHECK_THAT(refused.err, contains("$GITHUB_STEP_SUMMARY"));
}

TEST_CASE("guard does not fail for what is accepted, and knows what it is asked to accept") {
  const GuardLine line;
  const Outcome slow = line.guard("spin-slow", "--accept spin.cpu");
  INFO(slow.out << slow.err);
  CHECK(slow.exit_code == 0);
  CHECK_THAT(slow.out, contains("slower (accepted)") && contains("1 case: 1 accepted."));
  const Outcome gone = line.guard("build-1", "--accept spin.cpu");
  CHECK(gone.exit_code == 0);
  CHECK_THAT(gone.out, contains("invalid (accepted)"));
  CHECK(line.guard("spin-wrong", "--accept spin.cpu").exit_code == 1);
  const Outcome unknown = line.guard("spin-2", "--accept spin.cpu --accept spin.gpu");
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, contains("'spin.gpu'") && contains("did you mean 'spin.cpu'?"));
}

TEST_CASE("guard tells a variant that the candidate alone has") {
  const GuardLine line;
  const Outcome outcome = line.guard("spin-more", "--detect 90% --also junit=guard.xml");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, !contains("spin-new.cpu"));  // the scenario asks for spin.cpu alone
  line.line.write("spin.toml",
                  "name = \"spin\"\n[[instance]]\nproblem = \"test/one\"\n[[variant]]\nname = "
                  "\"spin.cpu\"\n[[variant]]\nname = \"spin-new.cpu\"\n");
  const Outcome named = line.guard("spin-more", "--detect 90% --also junit=guard.xml");
  INFO(named.out << named.err);
  CHECK(named.exit_code == 0);
  CHECK_THAT(named.out, contains("note: only the candidate has spin-new.cpu on cpu"));
  CHECK_THAT(line.read("guard.xml"), contains("only the candidate has spin-new.cpu"));
}

TEST_CASE("guard measures no more than it is given, and plan says what to give") {
  const GuardLine line;
  const Outcome spent = line.guard("spin-2", "--seconds 0.001");
  INFO(spent.out << spent.err);
  CHECK(spent.exit_code == 4);
  CHECK_THAT(spent.out, contains("the time for all cases, 1.000 ms, was used up after"));
  const Outcome few = line.guard("spin-2", "--blocks 3");
  CHECK(few.exit_code == 2);
  CHECK_THAT(few.err, contains("6 are needed"));
  const std::string plugins = std::string(ASSAY_TEST_PLUGINS) + "/spin-1";
  const auto run = [&](const std::string& arguments) {
    const Outcome outcome = line.line.run("guard " + arguments, ASSAY_COMMAND);
    INFO(arguments << "\n" << outcome.out << outcome.err);
    CHECK(outcome.exit_code == 0);
    return outcome.out;
  };
  run("calibrate spin.toml --blocks 16 --pairs 10 --plugins " + plugins);
  const std::string plan = run("plan spin.toml --detect 60% --plugins " + plugins);
  const std::size_t at = plan.find("options: --detect 60% --blocks ");
  REQUIRE(at != std::string::npos);
  // The printed options work as they are.
  const Outcome planned = line.line.run("guard spin.toml --baseline-plugins " + plugins +
                                            " --candidate-plugins " + ASSAY_TEST_PLUGINS +
                                            "/spin-2 " + plan.substr(at + 9, plan.size() - at - 10),
                                        ASSAY_COMMAND);
  INFO(plan << planned.out << planned.err);
  CHECK((planned.exit_code == 0 || planned.exit_code == 4));
}

TEST_CASE(
    "beside a record guard knows what it is asked to accept, and its time, before it measures") {
  const GuardLine line;
  const auto run = [&](const std::string& arguments) {
    return line.line.run(arguments + " --plugins " ASSAY_TEST_PLUGINS "/spin-1", ASSAY_COMMAND);
  };
  REQUIRE(run("run test/one spin.cpu --samples 9").exit_code == 0);
  REQUIRE(line.line.run("baseline set main", ASSAY_COMMAND).exit_code == 0);
  const std::string beside =
      "guard spin.toml --candidate-plugins " ASSAY_TEST_PLUGINS "/spin-1 --baseline main ";
  const Outcome unknown = line.line.run(beside + "--accept spin.gpu", ASSAY_COMMAND);
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, contains("'spin.gpu'") && contains("did you mean 'spin.cpu'?"));
  auto db = assay::test::raw(line.line.folder() / "store.db");
  CHECK(db.integer("SELECT count(*) FROM trial WHERE stage = 'guard'") == 0);
  const Outcome spent = line.line.run(beside + "--seconds 0.001 --blocks 8", ASSAY_COMMAND);
  INFO(spent.out << spent.err);
  CHECK(spent.exit_code == 4);
  CHECK_THAT(spent.out, contains("the time for all cases, 1.000 ms, was used up after 0"));
}

TEST_CASE("guard takes programs in place of plugins, and calibrate does") {
  const CommandLine line;
  // A benchmark program with made-up times, which differ a little from process to process.
  line.write("bench", R"sh(#!/bin/sh
n=$(($(cat count) + 1)); echo $n > count
cat > "$BENCHMARK_OUT" <<END
{"context": {"executable": "./bench", "num_cpus": 2}, "benchmarks": [{"name": "BM_Sort/8",
  "run_type": "iteration", "iterations": 1, "real_time": $(($1 + n * 7 % 5)),
  "cpu_time": $(($1 / 2 + n * 7 % 5)),
  "time_unit": "ns"}]}
END
)sh");
  line.write("count", "0\n");
  const auto guard = [&](const std::string& arguments) {
    return line.run("guard " + arguments, ASSAY_COMMAND);
  };
  const Outcome calibrated = guard("calibrate --program 'sh bench 1000' --blocks 16");
  INFO(calibrated.out << calibrated.err);
  CHECK(calibrated.exit_code == 0);
  CHECK_THAT(calibrated.out,
             contains("google-benchmark/BM_Sort") && contains("bench on cpu: sees"));
  const Outcome plan = guard("plan --program 'sh bench 1000' --detect 5%");
  INFO(plan.out << plan.err);
  CHECK(plan.exit_code == 0);
  CHECK_THAT(plan.out, contains("processes of 1 pair,") &&
                           contains("options: --detect 5% --blocks") && !contains("--pairs"));
  const Outcome slower =
      guard("--baseline-program 'sh bench 1000' --candidate-program 'sh bench 1100'");
  INFO(slower.out << slower.err);
  CHECK(slower.exit_code == 1);
  CHECK_THAT(slower.out, contains("1 case: 1 slower.") && contains("not verified here") &&
                             !contains("not calibrated"));
  const auto refused = [&](const std::string& options, int code, const std::string& why) {
    INFO(options);
    const Outcome outcome = guard(options);
    CHECK(outcome.exit_code == code);
    CHECK_THAT(outcome.err, contains(why));
  };
  const Outcome cpu = guard(
      "--baseline-program 'sh bench 1000' --candidate-program 'sh bench 1100' --time cpu --json");
  CHECK(cpu.exit_code == 1);
  CHECK(cpu.json().at("cases").at(0).at("mode") == "cpu-time warm");
  CHECK(cpu.json().at("cases").at(0).at("calibration").is_null());  // calibrated for real time
  const Outcome accepted = guard(
      "--baseline-program 'sh bench 1000' --candidate-program 'sh bench 1100' --accept BM_Sort/8");
  CHECK(accepted.exit_code == 0);
  refused("quick --time cpu --baseline-plugins x", 2, "--time is for programs");
  refused("--baseline-program 'sh bench 1' --candidate-program 'sh bench 1' --accept BM_Srot", 2,
          "did you mean 'BM_Sort'?");
  refused("--baseline-program 'sh bench 1'", 2, "name both programs");
  refused("quick --baseline-program a --candidate-program b", 2, "leave out the scenario");
  refused("--baseline-program a --candidate-program b --baseline main", 2, "not several");
  refused("--baseline-program false --candidate-program 'sh bench 1'", 3,
          "the baseline: the program 'false' ended with exit code 1");
}
