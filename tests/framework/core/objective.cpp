#include "framework/core/objective.hpp"

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

TEST_CASE("a mode names objective and cache mode, and tells the objective back") {
  CHECK(mode_text({}, CacheMode::warm) == "time warm");
  CHECK(mode_text({"phase:first pass"}, CacheMode::cold) == "phase:first pass cold");
  CHECK(objective_of_mode("phase:first pass cold").name == "phase:first pass");
  CHECK(objective_of_mode("energy warm").is_energy());
  CHECK_THROWS_WITH(cache_mode_from("hot"), contains("warm"));
}
