#include "framework/measure/verification_budget.hpp"

#include <cmath>
#include <vector>

#include "tests/catch.hpp"

using namespace assay;

namespace {

struct Course {
  std::vector<bool> verified;
  double seconds = 0;
};

Course course_of(double share, double run, double verification, int runs, std::uint64_t seed = 1) {
  VerificationBudget budget(share, seed);
  Course course;
  for (int k = 0; k < runs; ++k) {
    const bool looks = budget.draws();
    budget.measured(run);
    course.verified.push_back(looks);
    if (!looks) continue;
    budget.verified(verification);
    course.seconds += verification;
  }
  return course;
}

}  // namespace

TEST_CASE("what fits into the budget is verified, all of it") {
  for (const double share : {0.5, 1.0, 3.0}) {
    const Course course = course_of(share, 1e-3, 0.9 * share * 1e-3, 1000);
    for (const bool verified : course.verified) CHECK(verified);
  }
  // The fixed allowance covers short trials.
  for (const bool verified : course_of(0, 1e-6, 1e-4, 900).verified) CHECK(verified);
}

TEST_CASE("verifying costs no more than its share and the allowance") {
  for (const double verification : {1e-3, 1e-2, 0.05}) {
    const Course course = course_of(0.5, 1e-3, verification, 2000);
    CHECK(course.seconds <= 0.5 * 2000 * 1e-3 + 0.1 + verification);
    CHECK(course.seconds >= 0.4 * 2000 * 1e-3);
  }
}

TEST_CASE("what is left out is drawn: no period of repetitions is never looked at") {
  // A fifth of the repetitions can be verified, spread over all residues modulo 5.
  const Course course = course_of(1, 1e-3, 5e-3, 5000);
  for (std::size_t residue = 0; residue < 5; ++residue) {
    int looks = 0;
    for (std::size_t k = 500 + residue; k < 5000; k += 5) looks += course.verified[k] ? 1 : 0;
    CAPTURE(residue, looks);
    CHECK(looks > 110);  // 180 are expected, with a deviation of 12
    CHECK(looks < 250);
  }
  CHECK(course.verified != course_of(1, 1e-3, 5e-3, 5000, 2).verified);
}
