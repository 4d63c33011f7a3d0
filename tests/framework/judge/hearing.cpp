// Tests that each attack of tests/test_plugins/attacks/ is caught under its own name.
#include "framework/judge/hearing.hpp"

#include <filesystem>
#include <fstream>

#include "framework/supervisor/confinement.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

using namespace assay;
using namespace assay::judge;

namespace {

// Instances of one shape, the first of which is the one that scenarios list.
std::vector<InstanceKey> scales() {
  std::vector<InstanceKey> keys;
  for (const double factor : {3.0, -1.25, 0.75, 7.0}) {
    keys.push_back({"test/scale", {{"factor", Value(factor)}}});
  }
  return keys;
}

Heard heard(const std::string& attack, std::vector<InstanceKey> instances = scales()) {
  Bench bench(test_worker());
  Summons summons;
  const assay::test::TemporaryFolder scratch;
  summons.candidate = confined(test_worker({"attacks"}), scratch.path());
  summons.step_seconds = 3;
  summons.variant = attack + ".cpu";
  summons.instances = std::move(instances);
  for (const double factor : {5.0, -2.0, 0.5, 9.0}) {
    summons.further.push_back({"test/scale", {{"factor", Value(factor)}}});
  }
  summons.seed = 11;
  return hear(bench, summons);
}

}  // namespace

TEST_CASE("honest work is heard to the end, and nothing is found") {
  const Heard result = heard("honest");
  for (const Finding& finding : result.findings) {
    FAIL_CHECK(to_string(finding.charge) << ": " << finding.text);
  }
  CHECK(result.notes.empty());
  CHECK(result.verified >= 12);
  CHECK(result.worst_error <= 1);
  CHECK(result.times.told.size() > result.times.cold.size());
  CHECK(result.times.cold.size() == 3);
  CHECK(result.relative_error == 0);
}

TEST_CASE("attacks are caught, each under its name") {
  struct Expected {
    const char* attack;
    Charge charge;
  };
  const Expected expected = GENERATE(
      Expected{"kept-results", Charge::kept_results},
      Expected{"prepared-results", Charge::prepared_results},
      Expected{"late-work", Charge::late_work}, Expected{"work-behind", Charge::work_behind},
      Expected{"awaited-work", Charge::late_work}, Expected{"no-output", Charge::no_output},
      Expected{"partial-output", Charge::partial_output},
      Expected{"constant-output", Charge::constant_output}, Expected{"wrong", Charge::wrong},
      Expected{"special-value", Charge::wrong}, Expected{"wrong-at-times", Charge::wrong},
      Expected{"input-changed", Charge::input_changed},
      Expected{"out-of-bounds", Charge::out_of_bounds}, Expected{"crash", Charge::crash},
      Expected{"hang", Charge::hang}, Expected{"fork-twice", Charge::nonsense},
      Expected{"clock", Charge::clock}, Expected{"short-clock", Charge::clock},
      Expected{"early-work", Charge::early_work}, Expected{"copied-inputs", Charge::late_work},
      Expected{"little-early-work", Charge::early_work},
      Expected{"forged-answers", Charge::late_work},
      Expected{"little-late-work", Charge::late_work}, Expected{"lazy-outputs", Charge::late_work},
      Expected{"lower-precision", Charge::lower_precision},
      Expected{"known-inputs", Charge::kept_results});
  CAPTURE(expected.attack);
  const Heard result = heard(expected.attack);
  REQUIRE(result.findings.size() == 1);
  CAPTURE(result.findings.front().text);
  CHECK(std::string(to_string(result.findings.front().charge)) == to_string(expected.charge));
}

TEST_CASE("what passes because the tolerance is wide, and has no digit right, is told") {
  std::vector<InstanceKey> small;
  for (const double factor : {2e-9, -3e-9}) {
    small.push_back({"test/scale", {{"factor", Value(factor)}}});
  }
  const Heard result = heard("loose-tolerance", small);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings.front().charge == Charge::loose_tolerance);
  CHECK(heard("loose-tolerance").findings.empty());
  CHECK(heard("honest", small).findings.empty());
}

TEST_CASE("what is rounded once it is computed is told by its digits") {
  std::vector<InstanceKey> fine;
  for (const double factor : {1.0 / 3, -0.7}) {
    fine.push_back({"test/scale", {{"factor", Value(factor)}}});
  }
  const Heard result = heard("rounded-outputs", fine);
  REQUIRE(result.findings.size() == 1);
  CAPTURE(result.findings.front().text);
  CHECK(result.findings.front().charge == Charge::lower_precision);
  CHECK(heard("honest", fine).findings.empty());
}

TEST_CASE("a candidate reaches nothing that is not its own, as far as the system offers that") {
  const assay::test::TemporaryFolder elsewhere;
  const auto file = elsewhere / "reference.npy";
  std::ofstream(file) << "what is right";
  const assay::test::ScopedVariable named("ASSAY_ATTACK_FILE", file.string());
  const assay::test::ScopedVariable problem("ASSAY_ATTACK_PLUGIN",
                                            std::string(ASSAY_TEST_PLUGINS) + "/good/scale.so");
  const assay::test::TemporaryFolder scratch;
  const auto missing = confined(test_worker({"attacks"}), scratch.path()).confinement->missing();
  if (!missing.empty()) {
    assay::test::skip("this system does not prevent a process from " + missing.front());
  }
  const Heard result = heard("reaches-out");
  for (const Finding& finding : result.findings) FAIL_CHECK(finding.text);
  CHECK_FALSE(std::filesystem::exists(file.string() + ".written"));
  CHECK_FALSE(std::filesystem::exists(file.string() + ".loaded"));
}

TEST_CASE("what floods the judge with words is heard all the same") {
  CHECK(heard("flood").findings.empty());
}
