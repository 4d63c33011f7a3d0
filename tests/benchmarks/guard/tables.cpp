#include "benchmarks/guard/tables.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace assay;
using namespace assay::guard;

namespace {

// Reports "slower" if the candidate's first run is slower at all, hence always without noise.
Detector comparing_one_run() {
  return {"one run", [](Machine& machine, Random&) {
            const double baseline = machine.run(Build::baseline);
            Finding finding{machine.run(Build::candidate) > baseline
                                ? inference::Outcome::slower
                                : inference::Outcome::equivalent,
                            3};
            finding.location = {0, -0.01, 0.01};
            return finding;
          }};
}

struct Silence final : Noise {
  double next(Random&) override { return 1; }
};

Survey quiet_survey() {
  const NoiseModel quiet = {"none", [](double effect, std::uint64_t seed) {
                              return Machine(std::make_unique<Silence>(), nullptr, effect, seed);
                            }};
  return survey({quiet}, {comparing_one_run()}, {{0, 0.05}, 100, 1});
}

}  // namespace

TEST_CASE("tables have a row for each noise and tell shares with their intervals") {
  const Survey found = quiet_survey();
  CHECK(claim_tables(found, "Quiet: ") ==
        "\n### Quiet: False claims of a difference, %\n\n| noise | one run |\n| --- | ---: |\n"
        "| none | 0.0 (0.0-3.7) |\n"
        "\n### Quiet: Regressions of 5 % found, %\n\n| noise | one run |\n| --- | ---: |\n"
        "| none | 100.0 (96.3-100.0) |\n");
}

TEST_CASE("a difference of exactly the margin is a hair more, whatever rounding makes of it") {
  const Detector by_margin = {
      "margin", [](Machine& machine, Random&) {
        const double baseline = machine.run(Build::baseline);
        const double effect = inference::log_ratio({baseline, machine.run(Build::candidate)});
        return Finding{effect > std::log1p(0.05) ? inference::Outcome::slower
                                                 : inference::Outcome::equivalent};
      }};
  // Times of all magnitudes, so that their logarithms are rounded in all ways.
  const NoiseModel any = {"any", [](double effect, std::uint64_t seed) {
                            struct Magnitudes final : Noise {
                              double next(Random&) override { return time; }
                              void restart(Random& random) override { time = random.exponential(); }
                              double time = 1;
                            };
                            return Machine(std::make_unique<Magnitudes>(), nullptr, effect, seed);
                          }};
  const Survey found = survey({any}, {by_margin}, {{0.05}, 400, 1});
  CHECK(found.rows[0].rates[0][0].slower.share == 1);
}

TEST_CASE("what is called equivalent has a table for each difference") {
  CHECK(equivalence_tables(quiet_survey()) ==
        "\n### Called equivalent, %: no difference\n\n| noise | one run |\n| --- | ---: |\n"
        "| none | 100.0 (96.3-100.0) |\n"
        "\n### Called equivalent, %: 5 % slower\n\n| noise | one run |\n| --- | ---: |\n"
        "| none | 0.0 (0.0-3.7) |\n");
}

TEST_CASE("tables of one detector have a column for each difference") {
  const Survey found = quiet_survey();
  const std::string head = "| noise | no difference | 5 % slower |\n| --- | ---: | ---: |\n";
  CHECK_THAT(equivalence_table(found, 0),
             contains(head + "| none | 100.0 (96.3-100.0) | 0.0 (0.0-3.7) |\n"));
  CHECK_THAT(coverage_table(found, 0),
             contains(head + "| none | 100.0 (96.3-100.0) | 0.0 (0.0-3.7) |\n"));
  CHECK_THAT(seconds_table(found, 0), contains(head + "| none | 3.0, 3.0 | 3.0, 3.0 |\n"));
}
