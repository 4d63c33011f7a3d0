#include "framework/measure/environment.hpp"

#include <fstream>
#include <string>

#include "framework/measure/noise.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

// A temporary folder that stands in for the root of the file system.
class Tree {
 public:
  void file(const std::string& path, const std::string& content) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << content;
  }
  const fs::path& root() const { return folder_.path(); }

 private:
  assay::test::TemporaryFolder folder_;
};

const std::string cpus = "sys/devices/system/cpu/";

TEST_CASE("governors of all processors are named once each") {
  Tree tree;
  for (const char* cpu : {"cpu0", "cpu1", "cpu2"}) {
    tree.file(cpus + cpu + "/cpufreq/scaling_governor",
              std::string(cpu) == "cpu1" ? "powersave\n" : "performance\n");
  }
  tree.file(cpus + "cpu0/cpufreq/scaling_driver", "intel_pstate\n");
  tree.file(cpus + "intel_pstate/no_turbo", "1\n");
  tree.file(cpus + "smt/active", "0\n");
  tree.file("proc/loadavg", "0.35 0.20 0.10 1/200 4711\n");
  tree.file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  const auto facts = assay::read_environment(tree.root());
  CHECK(facts.at("governor") == "performance powersave");
  CHECK(facts.at("frequency-driver") == "intel_pstate");
  CHECK(facts.at("boost") == "off");
  CHECK(facts.at("smt") == "off");
  CHECK(facts.at("load") == "0.35");
  CHECK(facts.at("clock-source") == "tsc");
}

TEST_CASE("what the system does not tell is left out") {
  Tree tree;
  tree.file(cpus + "cpufreq/boost", "1\n");
  tree.file("proc/loadavg", "");
  const auto facts = assay::read_environment(tree.root());
  CHECK(facts.at("boost") == "on");
  CHECK(facts.count("governor") == 0);
  CHECK(facts.count("load") == 0);
  CHECK(std::stoll(facts.at("clock-step-ns")) > 0);
}

TEST_CASE("this machine has a load and a clock") {
  const auto facts = assay::read_environment();
  CHECK(std::stod(facts.at("load")) >= 0);
}

TEST_CASE("noise is measured over many samples, and the worst is not below the median") {
  const assay::Noise noise = assay::measure_noise(0.05);
  CHECK(noise.samples >= 1);
  CHECK(noise.median_seconds > 0);
  CHECK(noise.relative_spread >= 0);
  CHECK(noise.worst_over_median >= 1);
}

}  // namespace
