// Tests of the command from outside: what it prints, what it returns, what it leaves behind.
#include <algorithm>
#include <filesystem>
#include <thread>

#include "framework/kernel_file/npy.hpp"
#include "framework/scenario/plan.hpp"
#include "tests/catch.hpp"
#include "tests/tools/command_line.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Outcome;

namespace {

const std::string small_scenario = R"(
name = "small"
reference = "loop.cpu"
[[instance]]
problem = "test/scale"
n = [100, 1000]
[[variant]]
name = "loop.cpu"
[[variant]]
name = "loop.c99"
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

}  // namespace

TEST_CASE("tune searches, verifies, confirms and compares; compare says the same again") {
  const CommandLine line;
  line.write("small.toml", small_scenario);
  const Outcome tuned = line.run("tune small.toml");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  for (const char* part :
       {"loop.cpu", "loop.c99", "misbehaving.cpu", "n=100", "n=1000", "median"}) {
    CHECK_THAT(tuned.out, contains(part));
  }
  CHECK_THAT(tuned.err, contains("wrong-output") && contains("crash"));

  const auto compared = line.run("compare --json --reference loop.cpu").json();
  REQUIRE(compared.at("machines").size() == 1);
  CHECK(compared.at("machines").at(0).at("instances").size() == 2);

  const Outcome markdown = line.run("compare --format markdown");
  CHECK(markdown.exit_code == 0);
  CHECK_THAT(markdown.out, contains("| "));
  const Outcome csv = line.run("compare --format csv --output table.csv");
  CHECK(csv.exit_code == 0);
  CHECK(csv.out.empty());
  const std::string table = contents(line.folder() / "table.csv");
  CHECK(std::count(table.begin(), table.end(), '\n') >= 1 + 2 * 3);
}

TEST_CASE("a part of a scenario can be measured first, and counts when the whole is") {
  const CommandLine line;
  line.write("small.toml", small_scenario);
  const Outcome part =
      line.run("tune small.toml --variants loop.cpu,loop.c99 --where n=100 --trials 2");
  INFO(part.err);
  REQUIRE(part.exit_code == 0);
  CHECK_THAT(part.out, contains("elements 100\n") && !contains("misbehaving"));
  const Outcome whole = line.run("tune small.toml --where n=100");
  CHECK_THAT(whole.err, contains("recorded before"));
  CHECK_THAT(whole.out, contains("misbehaving.cpu"));

  const Outcome misspelt = line.run("tune small.toml --variants lop.cpu");
  CHECK(misspelt.exit_code == 2);
  CHECK_THAT(misspelt.err, contains("did you mean 'loop.cpu'"));
  const Outcome nothing = line.run("tune small.toml --trials 0");
  CHECK(nothing.exit_code == 2);
  CHECK_THAT(nothing.err, contains("--trials: 0 is not a number above 0"));
}

TEST_CASE("published figures and derived quantities stand beside, absent optional variants not") {
  const CommandLine line;
  line.write("paper.toml", R"(
name = "paper"
reference = "loop.cuda"
[[instance]]
problem = "test/scale"
n = [100, 1000]
[[variant]]
name = "loop.cpu"
[[variant]]
name = "loop.cuda"
optional = true
[[derived]]
name = "rate"
unit = "1/s"
value = "elements / seconds"
[[published]]
source = "Someone (1999), table 1"
machine = "abacus"
columns = ["where.n", "seconds"]
rows = [[1000, 1e-12]]
[sampling]
max_seconds = 0.05
)");
  const Outcome tuned = line.run("tune paper.toml");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.err, contains("loop.cuda is left out: no loaded plugin provides it"));
  CHECK_THAT(tuned.out, contains("rate [1/s]") && contains("Someone (1999), table 1") &&
                            contains("neither measured nor verified"));
  // The store has the published figures as well.
  const auto compared = line.run("compare --json").json();
  const auto& instances = compared.at("machines").at(0).at("instances");
  CHECK(instances.at(0).at("published").empty());
  const auto& published = instances.at(1).at("published").at(0);
  CHECK(published.at("machine") == "abacus");
  CHECK(published.at("quantities").size() == 2);
  CHECK(instances.at(1).at("verdict").at("kind") == "only");
  CHECK(instances.at(1).at("entries").size() == 1);
}

TEST_CASE("every scenario that is shipped fits the plugins that are") {
  const CommandLine line;
  // Plans each scenario as `tune --check` does, but without a worker that loads all plugins again.
  const auto catalog = assay::catalog_from_json(line.run("list --json", ASSAY_SHIPPED).json());
  std::size_t scenarios = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SCENARIO_FOLDER)) {
    if (entry.is_directory()) continue;  // folders hold parts of scenarios
    INFO(entry.path());
    const assay::Plan plan = assay::make_plan(assay::read_scenario(entry.path()), catalog);
    // Some variant competes, or a note says why none can here: the scenario needs a GPU.
    const bool competes = std::ranges::any_of(
        plan.contests, [](const auto& contest) { return !contest.contenders.empty(); });
    const bool excused = std::ranges::any_of(plan.notes, [](const std::string& note) {
      return note.find("no cuda device on this machine") != std::string::npos;
    });
    CHECK((competes || excused));
    ++scenarios;
  }
  CHECK(scenarios > 10);
}

TEST_CASE("what would be measured is listed, and nothing recorded") {
  const CommandLine line;
  const Outcome checked = line.run("tune --check quick", ASSAY_SHIPPED);
  INFO(checked.err);
  CHECK(checked.exit_code == 0);
  CHECK_THAT(checked.out, contains("sparse-grid/multi-eval ") && contains("streaming.cpu on cpu"));
  CHECK_FALSE(std::filesystem::exists(line.folder() / "store.db"));
}

TEST_CASE("a repeated tune measures nothing and prints the same comparison") {
  const CommandLine line;
  line.write("small.toml", small_scenario);
  const Outcome first = line.run("tune small.toml");
  const Outcome second = line.run("tune small.toml");
  CHECK(second.exit_code == 0);
  CHECK(first.out == second.out);
  CHECK_THAT(second.err, contains("recorded before"));
}

TEST_CASE("a tune says that another one is at work on its store, and what that means") {
  const CommandLine line;
  line.write("small.toml", small_scenario);
  line.write("fake.toml", "[[instance]]\nproblem = \"test/fake\"\n[tune]\ntrials = 2\n");
  // The tune in the background has a slow worker, and is ended when the other one is over.
  const Outcome both = line.run(
      "bash -c '$A tune small.toml --trials 1 >zero 2>&1; "
      "$A tune fake.toml --worker \"" ASSAY_FAKE_WORKER
      " --station --trial-ms 3000\" >first 2>&1 & "
      "sleep 1; $A tune small.toml --trials 2; kill $!; wait'",
      "A=" ASSAY_COMMAND);
  CHECK_THAT(both.err, contains("another `assay tune` is using this store"));
  CHECK(contents(line.folder() / "zero").find("another") == std::string::npos);
  CHECK(contents(line.folder() / "first").find("another") == std::string::npos);
}

TEST_CASE("two commands on one store both finish, and their results stand side by side") {
  const CommandLine line;
  line.write("small.toml", small_scenario);
  line.write("other.toml",
             "[[instance]]\nproblem = \"test/scale\"\nn = 50\n[[variant]]\nname = "
             "\"loop.cpu\"\n");
  // Each `run` writes to files with the same names in the folder, so the other command runs in a
  // subshell.
  std::thread other([&] {
    const std::string command = "cd " + line.folder().string() + " && ASSAY_PLUGIN_PATH=" +
                                ASSAY_TEST_PLUGINS "/good ASSAY_STORE=store.db " ASSAY_COMMAND
                                                   " tune other.toml >other.out 2>other.err";
    CHECK(std::system(command.c_str()) == 0);
  });
  const Outcome tuned = line.run("tune small.toml");
  other.join();
  CHECK(tuned.exit_code == 0);
  const auto compared = line.run("compare --json").json();
  CHECK(compared.at("machines").at(0).at("instances").size() == 3);
}

TEST_CASE("run measures a given configuration, then the recorded best") {
  const CommandLine line;
  const Outcome given = line.run("run test/scale loop.cpu -a n=200 -s unroll=2 --seconds 0.05");
  INFO(given.err);
  CHECK(given.exit_code == 0);
  CHECK_THAT(given.err, contains("given configuration: unroll=2"));
  CHECK_THAT(given.out, contains("loop.cpu"));

  line.write("tiny.toml",
             "[[instance]]\nproblem = \"test/scale\"\nn = 200\n[[variant]]\nname = "
             "\"loop.cpu\"\n[sampling]\nmax_seconds = 0.05\n");
  REQUIRE(line.run("tune tiny.toml").exit_code == 0);
  CHECK_THAT(line.run("run test/scale loop.cpu -a n=200 --seconds 0.05").err,
             contains("recorded best configuration: unroll="));

  const Outcome wrong = line.run("run test/scale misbehaving.cpu -s misdeed=wrong");
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.err, contains("wrong-output"));
}

TEST_CASE("run keeps the verified outputs as NumPy arrays where it is told to") {
  const CommandLine line;
  const std::string run = "run test/scale loop.cpu -a n=200 --seconds 0.05 --outputs ";
  const Outcome kept = line.run(run + "new/folder");
  INFO(kept.err);
  REQUIRE(kept.exit_code == 0);
  CHECK_THAT(kept.err, contains("y: written to ") && contains("new/folder/y.npy"));
  const auto y = assay::read_npy(line.folder() / "new/folder/y.npy");
  CHECK(y.element == ASSAY_F64);
  CHECK(y.shape == std::vector<std::int64_t>{200});

  const Outcome wrong = line.run("run test/scale misbehaving.cpu -s misdeed=wrong --outputs bad");
  CHECK(wrong.exit_code == 1);
  CHECK_FALSE(std::filesystem::exists(line.folder() / "bad/y.npy"));
  line.write("file", "in the way");
  const Outcome refused = line.run(run + "file/folder");
  CHECK(refused.exit_code == 3);
  CHECK_THAT(refused.err, contains("--outputs: cannot create the folder file/folder"));
}

TEST_CASE("list shows problems, variants, parameters, constraints, devices, and skipped plugins") {
  const CommandLine line;
  const Outcome listed = line.run("list --plugins " ASSAY_TEST_PLUGINS "/broken");
  CHECK(listed.exit_code == 0);
  for (const char* part : {"problem test/scale", "variant loop.cpu", "unroll", "{1, 2, 4}",
                           "requires unroll <= hardware_threads * 4", "device cpu", "skipped",
                           "missing_library.so", "abi.so"}) {
    CHECK_THAT(listed.out, contains(part));
  }
  const Outcome one = line.run("list loop.c99");
  CHECK_THAT(one.out, contains("problem test/scale") && contains("variant loop.c99") &&
                          contains("step") && !contains("variant loop.cpu"));
  const Outcome brief = line.run("list --brief");
  CHECK_THAT(brief.out, contains("variant loop.cpu") && contains("device cpu") &&
                            !contains("default") && !contains("requires"));
  const auto json = line.run("list --json").json();
  CHECK(json.at("problems").size() >= 1);
}

TEST_CASE("doctor reports on machine, plugins, clock, noise and devices") {
  const CommandLine line;
  const Outcome report = line.run("doctor --noise-seconds 0.2 --json");
  INFO(report.err);
  CHECK(report.exit_code == 0);
  std::vector<std::string> subjects;
  const auto findings = report.json();
  for (const auto& finding : findings) subjects.push_back(finding.at("subject"));
  for (const char* subject : {"machine", "plugins", "clock", "noise", "device cpu", "store"}) {
    CHECK(std::count(subjects.begin(), subjects.end(), subject) == 1);
  }
}

TEST_CASE("mistakes end with code 2, missing files with 3, and name the place and the cure") {
  const CommandLine line;
  line.write("syntax.toml", "[[instance]]\nproblem = \n");
  line.write("misspelt.toml",
             "[[instance]]\nproblem = \"test/scale\"\n[[variant]]\nname = "
             "\"lop.cpu\"\n");
  line.write("empty.toml",
             "[[instance]]\nproblem = \"test/scale\"\n[[variant]]\nname = "
             "\"loop.cpu\"\nconstraints = [\"unroll > 9\"]\n");
  line.write("strategy.toml",
             "[[instance]]\nproblem = \"test/scale\"\n[tune]\nstrategy = "
             "\"exhaustiv\"\n");
  line.write("setting.toml",
             "[[instance]]\nproblem = \"test/scale\"\n[tune]\nsettings.candidate = 100\n");
  const auto refuses = [&](const std::string& arguments, int code, const char* part) {
    const Outcome outcome = line.run(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.exit_code == code);
    CHECK_THAT(outcome.err, contains(part));
  };
  refuses("tune syntax.toml", 2, "syntax.toml:2:");
  refuses("tune misspelt.toml", 2, "did you mean 'loop.cpu'?");
  refuses("tune empty.toml", 2, "unroll > 9");
  refuses("tune strategy.toml", 2, "did you mean 'exhaustive'?");
  refuses("tune --check strategy.toml", 2, "strategy.toml:4:");
  refuses("tune --check setting.toml", 2, "setting.toml:4:");
  refuses("tune --check setting.toml", 2, "did you mean 'candidates'?");
  refuses("tune nowhere.toml", 3, "no such file");
  refuses("tune", 2, "name the scenario");
  refuses("tume", 2, "");
  refuses("run test/scale loop.cpu -s unrol=1", 2, "unroll");
  refuses("run test/scale loop.cpu -s unroll", 2, "NAME=VALUE");
  refuses("run test/scale loop.cpu -a file=nowhere.csv", 3, "nowhere.csv");
  refuses("run test/scale loop.cpu --device opencl:9", 2, "opencl:9");
  refuses("compare --format html", 2, "html");
}

TEST_CASE("a store that cannot be used is named, and nothing is half written") {
  const CommandLine line;
  line.write("small.toml", small_scenario);
  line.write("no.db", std::string(5000, 'x'));
  const Outcome foreign = line.run("tune small.toml --store no.db");
  CHECK(foreign.exit_code == 3);
  CHECK_THAT(foreign.err, contains("no.db"));
  CHECK(contents(line.folder() / "no.db") == std::string(5000, 'x'));

  const Outcome missing = line.run("compare --store nothing.db");
  CHECK(missing.exit_code == 3);
  CHECK_THAT(missing.err, contains("nothing.db"));

  REQUIRE(line.run("run test/scale loop.cpu --seconds 0.02").exit_code == 0);
  const Outcome unwritable = line.run("compare --output no/such/folder/table.csv --format csv");
  CHECK(unwritable.exit_code == 3);
  CHECK_THAT(unwritable.err, contains("no/such/folder"));
}

TEST_CASE("the install tree works where it is moved, plugins and scenarios included") {
  const CommandLine line;
  const auto first = line.folder() / "first";
  const auto second = line.folder() / "moved" / "second";
  const std::string install =
      "cmake --install " BUILD_FOLDER " --prefix " + first.string() + " >/dev/null 2>&1";
  REQUIRE(std::system(install.c_str()) == 0);
  std::filesystem::create_directories(second.parent_path());
  std::filesystem::rename(first, second);
  const Outcome listed = line.run("list --json", (second / "bin" / "assay").string());
  INFO(listed.err);
  REQUIRE(listed.exit_code == 0);
  std::vector<std::string> names;
  const auto catalog = listed.json();
  for (const auto& plugin : catalog.at("plugins")) {
    if (plugin.at("path").get<std::string>().rfind(second.string(), 0) == 0) {
      names.push_back(plugin.at("name"));
    }
  }
  CHECK(std::count(names.begin(), names.end(), "sparse-grid-problems") == 1);
  CHECK(std::count(names.begin(), names.end(), "sparse-grid-recursive") == 1);
  CHECK(std::filesystem::exists(second / "share" / "assay" / "scenarios" / "quick.toml"));
  CHECK(std::filesystem::exists(second / "include" / "assay" / "plugin.h"));
  // A scenario of the installation can be named without a path.
  const Outcome benchmarks =
      line.run("--scenario=quick --benchmark_list_tests", (second / "bin/assay-bench").string());
  INFO(benchmarks.err);
  CHECK_THAT(benchmarks.out, contains("sparse-grid/multi-eval/recursive.cpu"));
}

TEST_CASE("assay-bench runs variants under Google Benchmark with its flags and JSON") {
  const CommandLine line;
  line.write("tiny.toml",
             "[[instance]]\nproblem = \"test/scale\"\nn = 200\n[[variant]]\nname = "
             "\"loop.cpu\"\n[[variant]]\nname = \"misbehaving.cpu\"\n"
             "parameters.misdeed = \"wrong\"\n");
  const Outcome bench = line.run(
      "--scenario=tiny.toml --benchmark_format=json --benchmark_min_time=0.01 "
      "--benchmark_repetitions=2",
      ASSAY_BENCH);
  INFO(bench.err);
  REQUIRE(bench.exit_code == 0);
  const auto report = bench.json();
  std::size_t measured = 0;
  std::size_t failed = 0;
  for (const auto& benchmark : report.at("benchmarks")) {
    const std::string name = benchmark.at("name");
    if (benchmark.value("error_occurred", false)) {
      ++failed;
      CHECK_THAT(name, contains("misbehaving.cpu"));
    } else if (benchmark.at("run_type") == "iteration") {
      ++measured;
      CHECK_THAT(name, contains("loop.cpu"));
      CHECK(benchmark.at("real_time").get<double>() > 0);
    }
  }
  CHECK(measured == 2);
  CHECK(failed >= 1);
  CHECK(line.run("--benchmark_list_tests", ASSAY_BENCH).exit_code == 2);
  CHECK_THAT(line.run("--scenario=tiny.toml --benchmark_list_tests", ASSAY_BENCH).out,
             contains("test/scale/loop.cpu"));
}
