#include "tests/framework/scenario/kernel_folder.hpp"

using namespace assay;
using assay::test::good;
using assay::test::KernelFolder;

namespace {

std::string named(const std::string& objective, const std::string& derived = "") {
  return "objective = " + objective + "\n" + good + derived;
}

const std::string gflops = R"([[derived]]
name = "gflops"
value = "2 * n / seconds"
)";

}  // namespace

TEST_CASE("a scenario's own objective is an expression with a direction") {
  const KernelFolder folder;
  const Scenario scenario = folder.read(named(R"({ maximise = "T * n / seconds" })"));
  CHECK(scenario.objective.name == "maximise T * n / seconds");
  CHECK_THAT(scenario.objective.place, contains("s.toml:1:"));
  CHECK(folder.read(named(R"({ minimise = "seconds" })")).objective.name == "minimise seconds");
}

TEST_CASE("an own objective holds the expressions of the derived quantities that it names") {
  const KernelFolder folder;
  CHECK(folder.read(named(R"({ maximise = "gflops" })", gflops)).objective.name ==
        "maximise gflops = 2 * n / seconds");
  CHECK(folder.read(named(R"({ maximise = "gflops / T" })", gflops)).objective.name ==
        "maximise (2 * n / seconds) / T");
  // A quantity against another instance is none of the trial's, so its name stays and is unknown.
  const std::string against = gflops + "against.n = 1\n";
  folder.refuses(named(R"({ maximise = "gflops" })", against), "1:", {"'gflops'", "no trial has"});
}

TEST_CASE("names in an own objective are known before any trial, where kernels in files are all") {
  const KernelFolder folder;
  const auto objective = [](const std::string& expression) {
    return named("{ maximise = \"" + expression + "\" }");
  };
  for (const char* known : {"n", "T", "scale", "seconds", "device_seconds", "kernel_seconds",
                            "prepare_seconds", "input_bytes", "output_bytes"}) {
    CHECK(folder.read(objective(std::string(known) + " / seconds")).objective.is_own());
  }
  folder.refuses(objective("U / secnds"), "1:", {"'secnds'", "did you mean 'seconds'"});
  folder.refuses(objective("UU / seconds"), "1:13", {"'UU'", "did you mean 'U'"});
  folder.refuses(objective("kernels_seconds"), "1:", {"did you mean 'kernel_seconds'"});
  // A plugin's variant may report any fact.
  const std::string plugin = "[[variant]]\nname = \"other.cpu\"\n";
  CHECK(folder.read(objective("nodes / seconds") + plugin).objective.is_own());
}

TEST_CASE("an own objective that names joules is measured as energy is") {
  const KernelFolder folder;
  const std::string text = named(R"({ minimise = "seconds * joules" })");
  CHECK(folder.read(text).sampling.max_seconds == energy_max_seconds);
  folder.refuses(text + "[sampling]\ncache = \"cold\"\n", "18", {"energy cannot be measured"});
}

TEST_CASE("own objectives that make no sense are refused at their place") {
  const KernelFolder folder;
  folder.refuses(named("{}"), "1:", {"`minimise` and `maximise`"});
  folder.refuses(named(R"({ maximise = "n", minimise = "n" })"), "1:", {"`minimise`"});
  folder.refuses(named(R"({ maximize = "n" })"), "1:", {"maximize", "maximise"});
  folder.refuses(named(R"({ maximise = "n +" })"), "1:", {"n +"});
  folder.refuses(named(R"({ maximise = "" })"), "1:", {"must not be empty"});
  folder.refuses(named(R"({ maximise = 3 })"), "1:", {"must be a text"});
  folder.refuses(named("3"), "1:", {"must be a text"});
}
