// Tests of [[dispatcher]] from outside: what assay dispatch wrote competes as a variant.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/catch.hpp"
#include "tests/tools/fill.hpp"

using assay::test::CommandLine;
using assay::test::contents;
using assay::test::Fill;
using assay::test::fill_scenario;
using assay::test::Outcome;

namespace {

const std::string drawn_sizes =
    "sample = { count = 24, held_out = 8 }\n"
    "n = { from = 4, to = 65536, scale = \"log\" }\n";

// The scenario with other instances, finals, and something appended.
std::string dispatched_scenario(const std::string& instances, const std::string& appended,
                                const std::string& rounds = "0") {
  std::string text = fill_scenario;
  text.replace(text.find(drawn_sizes), drawn_sizes.size(), instances);
  text.replace(text.find("rounds = 0"), 10, "rounds = " + rounds);
  return text + appended;
}

const std::string table = "[[dispatcher]]\nfile = \"choose.json\"\n";

// A dispatcher that chooses linear up to n = 1000, else constant; made with other builds.
nlohmann::json written_by_hand() {
  return nlohmann::json::parse(R"({
    "problem": "fill",
    "features": [{"name": "n", "from": 1, "to": 65536}],
    "pairs": [{"variant": "constant", "device": "cpu", "configuration": {}, "build": "1"},
              {"variant": "linear", "device": "cpu", "configuration": {}, "build": "2"}],
    "tree": [{"factors": ["n"], "divisors": [], "modulus": 0, "up_to": 1000, "low": 1, "high": 2},
             {"pairs": [1]}, {"pairs": [0]}]})");
}

struct Written : Fill {
  explicit Written(const nlohmann::json& choose = written_by_hand(),
                   const std::string& appended = table)
      : Fill(dispatched_scenario("n = [8, 30000]\n", appended)) {
    line.write("choose.json", choose.dump());
  }
  // Checks that the scenario is refused at the place of the dispatcher, before anything is
  // measured.
  void refuses(const std::vector<std::string>& parts) const {
    for (const char* command : {"tune --check fill.toml", "tune fill.toml --trust"}) {
      const Outcome outcome = line.run(command);
      CAPTURE(command, outcome.out);
      CHECK(outcome.exit_code == 2);
      CHECK_THAT(outcome.err,
                 contains("fill.toml:") && contains("[[dispatcher]]: 'choose.json': "));
      for (const auto& part : parts) CHECK_THAT(outcome.err, contains(part));
    }
  }
};

void refuses_at(const char* place, const nlohmann::json& value,
                const std::vector<std::string>& parts) {
  nlohmann::json choose = written_by_hand();
  choose[nlohmann::json::json_pointer(place)] = value;
  CAPTURE(choose.dump());
  Written(choose).refuses(parts);
}

// The seconds of a variant's median for n in what is compared; its results were verified.
double seconds_of(const nlohmann::json& comparison, int n, const std::string& variant) {
  for (const auto& instance : comparison.at("machines").at(0).at("instances")) {
    if (instance.at("arguments").at("n") != n) continue;
    for (const auto& entry : instance.at("entries")) {
      if (entry.at("variant") != variant) continue;
      const auto& best = entry.at("best");
      CHECK(best.at("agrees_with") == "");
      CHECK(best.at("verified_samples").at("in_full") > 0);
      return best.at("seconds");
    }
  }
  FAIL(variant << " has no result for n = " << n);
  return 0;
}

}  // namespace

TEST_CASE("a dispatcher that was made competes as a variant, in all stages") {
  const Fill fill;
  REQUIRE(fill.tune().exit_code == 0);
  fill.line.write("sub/fill.c", assay::test::fill_functions);
  REQUIRE(fill.line.run("dispatch fill.toml --trust --output sub/choose.json").exit_code == 0);
  fill.line.write("sub/with.toml", dispatched_scenario("n = [8, 30000]\n", table, "10"));
  const Outcome plan = fill.line.run("tune --check sub/with.toml");
  CHECK_THAT(plan.out, contains("dispatched.cpu on cpu: 1 configuration"));
  CHECK_THAT(plan.out, !contains("[[dispatcher]]"));  // its builds are those that it was made with

  // Two workers, and finals in fresh processes that load nothing that they do not need.
  const Outcome tuned = fill.line.run(
      "tune sub/with.toml --trust --store with.db --format json --worker '" ASSAY_COMMAND
      " worker' --worker '" ASSAY_COMMAND " worker'");
  INFO(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  const auto compared = tuned.json();
  for (const int n : {8, 30000}) {
    CAPTURE(n);
    const double best =
        std::min(seconds_of(compared, n, "constant"), seconds_of(compared, n, "linear"));
    // The other pair takes more than ten times as long.
    CHECK(seconds_of(compared, n, "dispatched.cpu") < 4 * best);
  }

  // Another dispatcher of the same scenario chooses from the kernels alone.
  REQUIRE(fill.line.run("dispatch sub/with.toml --trust --store with.db --output again.json")
              .exit_code == 0);
  const auto again = nlohmann::json::parse(contents(fill.line.folder() / "again.json"));
  for (const auto& pair : again.at("pairs")) CHECK(pair.at("variant") != "dispatched.cpu");
}

TEST_CASE("one run of a dispatcher measures the pair that it chooses, which other builds may be") {
  const Written written;
  const Outcome run =
      written.line.run("run fill dispatched.cpu -a n=30000 --scenario fill.toml --trust");
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, contains("dispatched.cpu"));
  const Outcome plan = written.line.run("tune --check fill.toml");
  CHECK(plan.exit_code == 0);
  CHECK_THAT(plan.out, contains("[[dispatcher]]: 'choose.json': constant was of build 1") &&
                           contains("linear was of build 2"));
  const Outcome listed = written.line.run("list --scenario fill.toml dispatched.cpu");
  CHECK_THAT(listed.out, contains("Chooses one of 2 pairs by n, as choose.json says."));
}

TEST_CASE("a guard compares what a dispatcher makes of two builds") {
  const CommandLine line;
  const std::filesystem::path good = ASSAY_TEST_PLUGINS "/good";
  for (const char* build : {"before", "after"}) {
    std::filesystem::create_directory(line.folder() / build);
    for (const char* library : {"scale.so", "loop_c99.so"}) {
      std::filesystem::copy(good / library, line.folder() / build / library);
    }
  }
  // Another build of the one variant, to the eye of whoever hashes it.
  std::ofstream(line.folder() / "after" / "loop_c99.so", std::ios::app) << "\n";
  nlohmann::json choose = written_by_hand();
  choose["problem"] = "test/scale";
  choose["pairs"][0]["variant"] = "loop.c99";
  choose["pairs"][0]["configuration"]["step"] = 3;
  choose["pairs"][1]["variant"] = "loop.cpu";
  choose["pairs"][1]["configuration"]["unroll"] = 1;
  line.write("choose.json", choose.dump());
  line.write("guarded.toml", "[[instance]]\nproblem = \"test/scale\"\nn = 4000\n" + table);
  const Outcome guarded = line.run(
      "guard guarded.toml --variants dispatched.cpu --baseline-plugins before --candidate-plugins "
      "after --blocks 6 --pairs 10");
  INFO(guarded.out << guarded.err);
  CHECK_THAT(guarded.out,
             contains("dispatched.cpu on cpu") && !contains("same build") && !contains("invalid"));
  const std::regex pairs_in_blocks("[0-9]+ in [0-9]+");  // more of them where the noise asks for it
  CHECK(std::regex_search(guarded.out, pairs_in_blocks));
}

TEST_CASE("a dispatcher with a name of its own is narrowed as any variant") {
  const Written written(written_by_hand(), table +
                                               "name = \"chosen\"\n[[variant]]\nname = "
                                               "\"chosen\"\ndevice = \"cpu\"\n");
  const Outcome plan = written.line.run("tune --check fill.toml --variants chosen");
  INFO(plan.err);
  CHECK(plan.exit_code == 0);
  CHECK_THAT(plan.out, contains("chosen on cpu: 1 configuration") && !contains("linear on"));
}

TEST_CASE("mistakes in a dispatcher are told with their place, before anything is measured") {
  Written(written_by_hand(), "[[dispatcher]]\nfile = \"choose.json\"\nname = \"linear\"\n")
      .refuses({"another variant is called 'linear'"});
  Written(written_by_hand(), table + table).refuses({"another variant is called 'dispatched.cpu'"});
  refuses_at("/problem", "fil", {"'fil', which the scenario does not have; did you mean 'fill'"});
  refuses_at("/tree", 7, {"'tree' must be an array", "assay dispatch"});
  refuses_at("/features/0/name", "m", {"'tree[0].factors[0]' must be a feature"});
  refuses_at("/pairs/0/variant", "constants",
             {"no variant 'constants'", "did you mean 'constant'"});
  refuses_at("/pairs/0/variant", "expected", {"no variant 'expected'"});  // it does not compete
  refuses_at("/pairs/0/variant", "dispatched.cpu", {"a dispatcher itself"});
  refuses_at("/pairs/1/device", "opencl:0", {"linear is for opencl:0", "constant for cpu"});
  refuses_at("/pairs/0/configuration", {{"tile", 4}}, {"constant tile=4", "no parameter 'tile'"});
  nlohmann::json renamed = written_by_hand();
  renamed["features"][0]["name"] = renamed["tree"][0]["factors"][0] = "m";
  Written(renamed).refuses({"by 'm', which is no argument of the problem 'fill'", "choose from n"});

  const Written missing;
  std::filesystem::remove(missing.line.folder() / "choose.json");
  missing.refuses({"there is no file", "choose.json", "assay dispatch SCENARIO"});
  missing.line.write("choose.json", "int pair = 0;");
  missing.refuses({"it is not JSON"});
}

TEST_CASE("a value that a pair's parameter does not have is refused, with those that it has") {
  nlohmann::json choose = written_by_hand();
  choose["pairs"][1]["configuration"]["step"] = 8;
  const Written written(choose,
                        "[[kernel]]\nname = \"stepped\"\nsource = \"fill.c\"\n"
                        "function = \"linear\"\narguments = [\"y\", { int = \"n\" }]\n"
                        "parameters.step = [1, 2]\nconstraints = [\"n % step == 0\"]\n" +
                            table);
  choose["pairs"][1]["variant"] = "stepped";
  written.line.write("choose.json", choose.dump());
  written.refuses({"the pair stepped step=8", "cannot be 8; choose one of: 1, 2"});

  // Where a pair's constraints exclude an instance, its trial fails and says so.
  choose["pairs"][1]["configuration"]["step"] = 2;
  written.line.write("choose.json", choose.dump());
  const Outcome odd =
      written.line.run("run fill dispatched.cpu -a n=9 --scenario fill.toml --trust");
  CHECK(odd.exit_code == 1);
  CHECK_THAT(odd.err, contains("unsupported: the pair stepped step=2 is excluded") &&
                          contains("n % step == 0") && contains("n = 9"));
  CHECK(written.line.run("run fill dispatched.cpu -a n=8 --scenario fill.toml --trust").exit_code ==
        0);
}
