#include "plugins/sparse_grid/library/conjugate_gradients.hpp"

#include <Eigen/Dense>
#include <functional>
#include <type_traits>
#include <utility>

#include "plugins/sparse_grid/library/grid.hpp"
#include "plugins/sparse_grid/library/hat.hpp"
#include "plugins/sparse_grid/library/host_system.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// A small regression with dense matrices.
struct Dense {
  Dense(Random& random, std::size_t dimensions, std::size_t data_points) {
    const Grid grid = random_grid(random, dimensions, 6, 5);
    const auto data = random_points(random, data_points * dimensions);
    Matrix b(grid.size(), data_points);
    for (PointNumber p = 0; p < grid.size(); ++p) {
      for (std::size_t m = 0; m < data_points; ++m) {
        b(p, static_cast<Eigen::Index>(m)) = basis(
            grid.level(p), grid.index(p), std::span(data).subspan(m * dimensions, dimensions));
      }
    }
    gram = b * b.transpose();
    shift = 1e-2 * static_cast<double>(data_points);
    right = b * Vector::Random(static_cast<Eigen::Index>(data_points));
  }

  [[nodiscard]] Vector solution() const {
    const Matrix a = gram + shift * Matrix::Identity(gram.rows(), gram.cols());
    return a.ldlt().solve(right);
  }

  Matrix gram;
  double shift = 0;
  Vector right;
};

// The system of a dense problem in precision T, its memory, and the number of applications of the
// matrix.
template <class T>
struct Solver {
  using Elements = std::vector<T>;

  explicit Solver(const Dense& problem)
      : system{[&problem, this](const Elements& x, Elements& y) {
                 ++applications;
                 const Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>> from(
                     x.data(), static_cast<Eigen::Index>(x.size()));
                 Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>> to(
                     y.data(), static_cast<Eigen::Index>(y.size()));
                 to = problem.gram.cast<T>() * from;
               },
               problem.shift},
        memory(System::memory(static_cast<std::size_t>(problem.right.size()))) {
    for (std::size_t p = 0; p < memory.right.size(); ++p) {
      memory.right[p] = static_cast<T>(problem.right[static_cast<Eigen::Index>(p)]);
    }
  }

  [[nodiscard]] Vector solution() const {
    Vector x(static_cast<Eigen::Index>(memory.solution.size()));
    for (Eigen::Index p = 0; p < x.size(); ++p) {
      x[p] = static_cast<double>(memory.solution[static_cast<std::size_t>(p)]);
    }
    return x;
  }

  using System = HostSystem<T, std::function<void(const Elements&, Elements&)>>;
  std::size_t applications = 0;
  System system;
  SolverMemory<System> memory;
};

}  // namespace

TEMPLATE_TEST_CASE("conjugate gradients agree with LDL^T in either precision", "", float, double) {
  Random random(53);
  for (int round = 0; round < 10; ++round) {
    const Dense problem(random, 1 + random.below(4), 150);
    Solver<TestType> solver(problem);
    conjugate_gradients(solver.system, solver.memory, {.iterations = 300, .epsilon = 0},
                        Start::zero);
    const Vector expected = problem.solution();
    const double tolerance = std::is_same_v<TestType, float> ? 1e-4 : 1e-11;
    CHECK((solver.solution() - expected).norm() <= tolerance * expected.norm());
  }
}

TEST_CASE("without epsilon all iterations are made, with it as many as it takes") {
  Random random(59);
  const Dense problem(random, 3, 150);
  Solver<double> fixed(problem);
  CHECK(conjugate_gradients(fixed.system, fixed.memory, {.iterations = 120}, Start::zero) == 120);
  // Each iteration takes one product, and the 50th and the 100th one more to renew the residual.
  CHECK(fixed.applications == 122);

  Solver<double> early(problem);
  double last = 0;
  double before_last = 0;
  const auto needed = conjugate_gradients(
      early.system, early.memory, {.iterations = 120, .epsilon = 1e-6}, Start::zero,
      [&](std::size_t, double squared) { before_last = std::exchange(last, squared); });
  CHECK(needed < 120);
  const double enough = 1e-12 * problem.right.squaredNorm();
  CHECK(last <= enough);
  CHECK(before_last > enough);
  const Vector residual =
      problem.right - problem.gram * early.solution() - problem.shift * early.solution();
  CHECK(residual.norm() <= 1.001e-6 * problem.right.norm());

  // A start from the solution leaves nothing to do; a start from zero needs as many iterations as
  // before.
  CHECK(conjugate_gradients(early.system, early.memory, {.iterations = 9, .epsilon = 2e-6},
                            Start::solution) == 0);
  CHECK(conjugate_gradients(early.system, early.memory, {.iterations = 120, .epsilon = 1e-6},
                            Start::zero) == needed);
}

TEST_CASE("an exact solution stays, whatever the number of iterations") {
  Random random(61);
  Dense problem(random, 2, 20);
  problem.right.setZero();
  Solver<double> solver(problem);
  CHECK(conjugate_gradients(solver.system, solver.memory, {.iterations = 7}, Start::zero) == 7);
  CHECK(solver.solution() == Vector::Zero(problem.right.size()));
}
