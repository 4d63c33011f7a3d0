#include "framework/core/objective.hpp"

#include <limits>

#include "tests/catch.hpp"

using namespace assay;

TEST_CASE("an objective picks its part of a sample") {
  const Sample sample = {
      0.5, 0.25, false, {{"kernel", 0.2, 0.1}, {"pack", 0.05, 0}, {"kernel", 0.3, 0.2}}};
  CHECK(Objective{}.of(sample) == 0.5);
  CHECK(Objective{"device-time"}.of(sample) == 0.25);
  CHECK(Objective{"phase:kernel"}.of(sample) == Approx(0.3));  // device time of both parts
  CHECK(Objective{"cpu-time"}.of(sample) == 0.5);              // as measured by another tool
  CHECK_THROWS_WITH(require_objective("cpu-time"), contains("no objective 'cpu-time'"));
  CHECK(Objective{"phase:pack"}.of(sample) == 0.05);  // host time, as there is no device work
  CHECK_THROWS_WITH(Objective{"phase:kernal"}.of(sample), contains("did you mean 'kernel'?"));
  CHECK_THROWS_WITH(Objective{"tiem"}.of(sample), contains("did you mean 'time'?"));
  CHECK_THROWS_WITH(Objective{"energy"}.of(sample), contains("has no energy"));
  Sample block = sample;
  block.energy = {10, 0.5, 100, 250};
  CHECK(Objective{"energy"}.of(block) == 15);
  CHECK(Objective{"energy"}.unit() == std::string("J"));
  CHECK(Objective{"phase:energy"}.unit() == std::string("s"));
}

TEST_CASE("an objective of one's own has a direction, an expression and perhaps a name") {
  const Objective named{"maximise gflops = 2 * n / seconds / 1e9"};
  CHECK(named.is_own());
  CHECK(named.is_maximised());
  CHECK(named.label() == "gflops");
  CHECK(named.expression() == "2 * n / seconds / 1e9");
  CHECK(named.measured().name == "time");
  CHECK(named.unit() == std::string());
  const Objective bare{"minimise seconds * joules if n == 1 else seconds"};
  CHECK(bare.is_own());
  CHECK_FALSE(bare.is_maximised());
  CHECK(bare.label() == "seconds * joules if n == 1 else seconds");
  CHECK(bare.expression() == bare.label());
  CHECK(bare.measured().is_energy());
  CHECK(Objective{"phase:maximise x"}.measured().name == "phase:maximise x");
  CHECK(Objective{"time"}.expression().empty());
  CHECK_NOTHROW(require_objective(named.name));
  CHECK_THROWS_WITH(require_objective("maximise n / "), contains("a value is expected here"));
  CHECK_THROWS_WITH(require_objective("maximise"), contains("maximise EXPRESSION"));
  CHECK_THROWS_WITH(named.of(Sample{1, 0, false, {}}), contains("without its trial"));
}

TEST_CASE("values are told from costs: the reciprocals of what is maximised") {
  const Objective most{"maximise n / seconds"};
  CHECK(most.told(0.25) == 4);
  const Interval values = most.told(Interval{0.5, 0.25, 1});
  CHECK(values.median == 2);
  CHECK(values.lower == 1);
  CHECK(values.upper == 4);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(most.told(Interval{0.5, 0, infinity}).lower == 0);
  CHECK(most.told(Interval{0.5, 0, infinity}).upper == infinity);
  CHECK(Objective{"minimise n * seconds"}.told(0.25) == 0.25);
}

TEST_CASE("results are chosen by their mode, objective or its name") {
  const std::string mode = mode_text({"maximise gflops = n / seconds"}, CacheMode::warm);
  CHECK(objective_of_mode(mode).name == "maximise gflops = n / seconds");
  for (const char* text :
       {"maximise gflops = n / seconds warm", "maximise gflops = n / seconds", "gflops"}) {
    CHECK(chooses_mode(text, mode));
  }
  CHECK_FALSE(chooses_mode("time", mode));
  CHECK(chooses_mode("time", "time warm"));
}

TEST_CASE("a mode names objective and cache mode, and tells the objective back") {
  CHECK(mode_text({}, CacheMode::warm) == "time warm");
  CHECK(mode_text({"phase:first pass"}, CacheMode::cold) == "phase:first pass cold");
  CHECK(objective_of_mode("phase:first pass cold").name == "phase:first pass");
  CHECK(objective_of_mode("energy warm").is_energy());
  CHECK_THROWS_WITH(cache_mode_from("hot"), contains("warm"));
}
