#include "framework/dispatch/learning.hpp"

#include "framework/core/random.hpp"
#include "tests/catch.hpp"
#include "tests/framework/dispatch/made_matrix.hpp"

using namespace assay;
using namespace assay::dispatch;

namespace {

// Two pairs, of which the second is best where the fact `longest`, which the arguments do not tell,
// is at least `from`.
CostMatrix matrix_from(double from) {
  Random random(3);
  auto matrix = test::made_matrix(200, 2, 1, 0.01, [](std::size_t, double, double) { return 1; });
  for (std::size_t i = 0; i < matrix.instances(); ++i) {
    const double longest = std::exp2(20 * random.uniform());
    matrix.costs[i][longest >= from ? 0 : 1] *= 3;
    matrix.inputs.push_back(
        {{{"rows", matrix.points[i][0]}, {"columns", matrix.points[i][1]}},
         {{"noise", random.uniform()}, {"longest", longest}, {"more", random.uniform()}}});
  }
  return matrix;
}

Learnt learnt_from(const CostMatrix& matrix) {
  const Subject subject{"p", {{}}, {}, matrix.features};
  return learn(subject, {{"a", "cpu", {}}, {"b", "cpu", {}}}, matrix);
}

}  // namespace

TEST_CASE("a fact that decides becomes a feature, and no other one") {
  const Learnt learnt = learnt_from(matrix_from(1000));
  REQUIRE(learnt.features.size() == 3);
  CHECK(learnt.features[2].name == "longest");
  CHECK(learnt.features[2].is_fact);
  CHECK(learnt.tree.preferred({100, 100, 10}).front() == 0);
  CHECK(learnt.tree.preferred({100, 100, 1e9}).front() == 1);
}

TEST_CASE("nobody is asked for facts where arguments do as well") {
  CHECK(learnt_from(matrix_from(0)).features.size() == 2);
}
