// Tests of sparse-grid/regression through its C functions, as a host calls them.
#include "plugins/sparse_grid/library/regression.hpp"

#include <cmath>
#include <limits>
#include <set>

#include "plugins/sparse_grid/library/adaptive.hpp"
#include "plugins/sparse_grid/problem/problems.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using namespace sparse_grid;
using assay::sdk::elements;
using assay::sdk::find_tensor;
using testing::CreatedInstance;
using testing::FakeHost;

namespace {

using Given = std::map<std::string, assay::sdk::Value>;

class Problem {
 public:
  Problem() { describe_problems(plugin_); }
  const assay_problem& operator*() const { return *plugin_.view()->problems[2]; }

 private:
  assay::sdk::Plugin plugin_{"problems", "test"};
};

Given friedman(const char* precision) {
  return {{"data", "friedman1"}, {"points", 1500}, {"dimensions", 5},
          {"level", 3},          {"lambda", 1e-3}, {"precision", precision}};
}

// A solver that knows nothing of an instance but its inputs, and computes in double.
template <class T>
class Solver {
 public:
  explicit Solver(std::span<const assay_tensor> inputs)
      : grid_(Grid::from_points(static_cast<std::size_t>(find_tensor(inputs, "levels").shape[1]),
                                elements<const std::uint32_t>(find_tensor(inputs, "levels")),
                                elements<const std::uint32_t>(find_tensor(inputs, "indices")))),
        options_{elements<const double>(find_tensor(inputs, "lambda"))[0],
                 elements<const std::uint32_t>(find_tensor(inputs, "iterations"))[0],
                 elements<const double>(find_tensor(inputs, "epsilon"))[0]} {
    const auto data = elements<const T>(find_tensor(inputs, "data"));
    const auto targets = elements<const T>(find_tensor(inputs, "targets"));
    points_.assign(data.begin(), data.end());
    targets_.assign(targets.begin(), targets.end());
  }

  [[nodiscard]] std::vector<T> solve(double times_lambda = 1) const {
    RegressionOptions options = options_;
    options.lambda *= times_lambda;
    const auto solution =
        sparse_grid::solve(BasisRows(grid_, points_), targets_, options).surpluses;
    return {solution.begin(), solution.end()};
  }

 private:
  Grid grid_;
  RegressionOptions options_;
  std::vector<double> points_;
  std::vector<double> targets_;
};

template <class T>
double check(CreatedInstance& instance, const std::vector<T>& surpluses) {
  return instance.check(assay::sdk::dense_tensor(
      "surpluses", {static_cast<std::int64_t>(surpluses.size())}, surpluses.data()));
}

template <class T>
constexpr const char* precision_of = std::is_same_v<T, float> ? "float" : "double";

}  // namespace

TEMPLATE_TEST_CASE("a right solution passes, with its facts", "[problem]", float, double) {
  const Problem problem;
  FakeHost host;
  CreatedInstance instance(host, *problem, friedman(precision_of<TestType>));
  INFO(host.failure);
  REQUIRE(instance.status == ASSAY_OK);
  const auto surpluses = Solver<TestType>(instance.inputs()).solve();
  CHECK(check(instance, surpluses) >= 0);
  CHECK(check(instance, surpluses) <= 1);
  const auto& facts = host.trial_facts;
  CHECK(facts.at("residual") < 1e-4);
  CHECK(facts.at("residual") >= 0);
  CHECK(facts.at("cpu_data_points") == 1000);
  CHECK(facts.at("test_mse") == Approx(facts.at("cpu_test_mse")).epsilon(1e-4));
  // The noise has variance 1. A grid without boundary points leaves a much larger error; without
  // learning it is 230.
  CHECK(facts.at("test_mse") > 1);
  CHECK(facts.at("test_mse") < 130);
  CHECK(facts.at("train_mse") < facts.at("test_mse"));
  CHECK(instance.facts().at("data_points") == 1000);
  CHECK(instance.facts().at("test_points") == 500);
}

TEMPLATE_TEST_CASE("what is no solution is refused, and told why", "[problem]", float, double) {
  const Problem problem;
  FakeHost host;
  CreatedInstance instance(host, *problem, friedman(precision_of<TestType>));
  REQUIRE(instance.status == ASSAY_OK);
  const Solver<TestType> solver(instance.inputs());
  const auto right = solver.solve();

  auto wrong = right;
  wrong[3] += static_cast<TestType>(1);
  CHECK(check(instance, wrong) > 1);
  CHECK_THAT(host.failure, contains("is allowed"));
  CHECK(check(instance, std::vector<TestType>(right.size())) > 1);
  CHECK(check(instance, solver.solve(4)) > 1);  // the solution for another lambda
  CHECK(check(instance, solver.solve(0.25)) > 1);

  auto not_finite = right;
  not_finite[2] = std::numeric_limits<TestType>::quiet_NaN();
  CHECK(check(instance, not_finite) > 1);
  CHECK_THAT(host.failure, contains("surplus 2 is nan"));
  not_finite[2] = std::numeric_limits<TestType>::infinity();
  CHECK(check(instance, not_finite) > 1);
}

TEST_CASE("a solution that ends too early is refused, one that lags is not", "[problem]") {
  const Problem problem;
  FakeHost host;
  auto given = friedman("double");
  given.insert_or_assign("cg_iterations", 12);
  CreatedInstance asked(host, *problem, given);
  for (const auto& [iterations, passes] : {std::pair{2, false}, {11, true}, {12, true}}) {
    given.insert_or_assign("cg_iterations", iterations);
    CreatedInstance other(host, *problem, given);
    const auto surpluses = Solver<double>(other.inputs()).solve();
    CAPTURE(iterations);
    CHECK((check(asked, surpluses) <= 1) == passes);
  }
}

TEST_CASE("the iteration ends at the epsilon that is asked for", "[problem]") {
  const Problem problem;
  FakeHost host;
  auto given = friedman("double");
  given.insert_or_assign("epsilon", 1e-3);
  CreatedInstance coarse(host, *problem, given);
  CHECK(check(coarse, Solver<double>(coarse.inputs()).solve()) <= 1);
  given.insert_or_assign("epsilon", 1e-9);
  CreatedInstance fine(host, *problem, given);
  CHECK(check(fine, Solver<double>(fine.inputs()).solve()) <= 1);
  CHECK(check(fine, Solver<double>(coarse.inputs()).solve()) > 1);
  CHECK(coarse.work().flops < fine.work().flops * 1.01);  // only one iteration is certain
}

TEST_CASE("work counts each iteration's two products", "[problem]") {
  const Problem problem;
  FakeHost host;
  auto given = friedman("float");
  given.insert_or_assign("cg_iterations", 1);
  CreatedInstance one(host, *problem, given);
  given.insert_or_assign("cg_iterations", 11);
  CreatedInstance eleven(host, *problem, given);
  const double nonzero = one.facts().at("nonzero_evaluations");
  const double hats = 3.0 * 1000 * 5 * 3;
  CHECK(one.work().flops == 3 * 2 * nonzero + 2 * hats);
  CHECK(eleven.work().flops - one.work().flops == Approx(10 * (2 * 2 * nonzero + hats)));
  CHECK(one.work().bytes == eleven.work().bytes);
}

TEST_CASE("the grid is refined by what is learnt from alone", "[problem]") {
  const Problem problem;
  FakeHost host;
  auto given = friedman("double");
  given.insert_or_assign("refinements", 2);
  given.insert_or_assign("refine_points", 5);
  CreatedInstance instance(host, *problem, given);
  REQUIRE(instance.status == ASSAY_OK);
  const auto data = elements<const double>(find_tensor(instance.inputs(), "data"));
  const auto targets = elements<const double>(find_tensor(instance.inputs(), "targets"));
  Samples training;
  training.dimensions = 5;
  training.points.assign(data.begin(), data.end());
  training.targets.assign(targets.begin(), targets.end());
  const auto fit = fit_adaptive(training, {.base_level = 3,
                                           .refinements = 2,
                                           .points_per_refinement = 5,
                                           .regression = {.lambda = 1e-3, .iterations = 120}});
  CHECK(std::ranges::equal(
      fit.grid.levels(), elements<const std::uint32_t>(find_tensor(instance.inputs(), "levels"))));
  CHECK(check(instance, Solver<double>(instance.inputs()).solve()) <= 1);
}

TEST_CASE("files are split row by row, and a bootstrap adds to one side only", "[problem]") {
  std::string text = "a,b,y\n";
  for (int row = 0; row < 30; ++row) {
    text +=
        std::to_string(row) + "," + std::to_string(row * 7 % 30) + "," + std::to_string(row) + "\n";
  }
  const testing::TemporaryFile file("rows.csv", text);
  const Problem problem;
  FakeHost host;
  Given given{{"data", file.path()}, {"target", "y"}, {"dimensions", 2}, {"level", 2}};
  CreatedInstance split(host, *problem, given);
  INFO(host.failure);
  REQUIRE(split.status == ASSAY_OK);
  CHECK(split.facts().at("data_points") == 20);
  CHECK(split.facts().at("test_points") == 10);

  given.insert({{"points", 60}, {"if_fewer", "bootstrap"}, {"test_share", 0.2}});
  CreatedInstance grown(host, *problem, given);
  REQUIRE(grown.status == ASSAY_OK);
  CHECK(grown.facts().at("data_points") == 48);
  CHECK(grown.facts().at("test_points") == 12);
  CHECK(grown.facts().at("stand_in") == 30);
  // The training data come from the 18 rows that were not held out.
  const auto targets = elements<const double>(find_tensor(grown.inputs(), "targets"));
  CHECK(std::set<double>(targets.begin(), targets.end()).size() == 18);
}

TEST_CASE("what cannot be learnt is refused and named", "[problem]") {
  const Problem problem;
  const auto refusal = [&](const Given& changes) {
    FakeHost host;
    auto given = friedman("double");
    for (const auto& [name, value] : changes) given.insert_or_assign(name, value);
    const CreatedInstance instance(host, *problem, given);
    CHECK(instance.status == ASSAY_INVALID);
    return host.failure;
  };
  CHECK_THAT(refusal({{"lambda", -1e-3}}), contains("lambda = -0.001"));
  CHECK_THAT(refusal({{"lambda", std::nan("")}}), contains("lambda = nan"));
  CHECK_THAT(refusal({{"test_share", 0.0}}), contains("test_share = 0 must lie between 0 and 1"));
  CHECK_THAT(refusal({{"test_share", 1.0}}), contains("test_share = 1 must lie between 0 and 1"));
  CHECK_THAT(refusal({{"test_share", -0.5}}), contains("test_share = -0.5"));
  CHECK_THAT(refusal({{"cg_iterations", 0}}), contains("cg_iterations = 0"));
  CHECK_THAT(refusal({{"epsilon", -1.0}}), contains("epsilon = -1"));
  CHECK_THAT(refusal({{"epsilon", 1.0}}), contains("epsilon = 1"));
  CHECK_THAT(refusal({{"points", 1}}), contains("of 1 points leaves 0 of 1 to judge by"));
  CHECK_THAT(refusal({{"points", 2}, {"test_share", 0.9}}), contains("0 to learn from"));
  CHECK_THAT(refusal({{"data", "uniform"}}), contains("has no target"));
  CHECK_THAT(refusal({{"refinements", 1}, {"grid_points", 100}}), contains("grid_points"));
}
