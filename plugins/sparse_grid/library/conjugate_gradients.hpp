// Conjugate gradients (Hestenes, Stiefel 1952), written once for vectors of any memory.
#pragma once

#include <cstddef>

namespace sparse_grid {

struct StoppingRule {
  std::size_t iterations = 120;  // greatest number of iterations
  // Stops earlier once |residual|_2 / |right-hand side|_2 is at most this; 0: never.
  double epsilon = 0;
};

// The updated residual drifts away from the true one by rounding: after this many iterations it is
// recomputed.
inline constexpr std::size_t recompute_every = 50;

// The working memory of a System's solver; all vectors have the same size.
template <class System>
struct SolverMemory {
  typename System::Vector right;     // b; input
  typename System::Vector solution;  // x; input if the solver starts from it
  typename System::Vector residual;
  typename System::Vector direction;
  typename System::Vector image;       // of the direction
  typename System::Scalar squared[2];  // squared norms of this and the next residual, alternating
  typename System::Scalar curvature;   // (direction, image)
  typename System::Scalar scale;       // squared norm of b
};

enum class Start { zero, solution };

struct ObserveNothing {
  void operator()(std::size_t /*iterations*/, const auto& /*squared*/) const {}
};

// Solves A x = b for a symmetric positive definite A; returns the number of iterations. After each
// iteration calls `observe(iterations, squared)` with the squared norm of the updated residual.
//
// A System has the types Vector and Scalar and defines the matrix and the memory of its vectors.
// Scalars may be in the same memory: only those that decide when to stop are read by value, so that
// without epsilon none is. A ratio with the denominator 0 counts as 0: the solution is exact then,
// and stays.
//
//   apply(x, y)               y = A x
//   copy(x, y)                y = x
//   clear(y)                  y = 0
//   subtract(a, b, y)         y = a - b
//   dot(x, y, s)              s = (x, y)
//   add(p, q, x, y)           y += p/q x
//   take(p, q, x, y)          y -= p/q x
//   turn(p, q, x, y)          y = x + p/q y
//   value(s)                  as a double
template <class System, class Observe = ObserveNothing>
std::size_t conjugate_gradients(System& system, SolverMemory<System>& memory,
                                const StoppingRule& stop, Start start,
                                const Observe& observe = {}) {
  auto& right = memory.right;
  auto& solution = memory.solution;
  auto& residual = memory.residual;
  auto& direction = memory.direction;
  auto& image = memory.image;
  const auto renew_residual = [&] {
    system.apply(solution, image);
    system.subtract(right, image, residual);
  };
  if (start == Start::zero) {
    system.clear(solution);
    system.copy(right, residual);
  } else {
    renew_residual();
  }
  system.copy(residual, direction);

  system.dot(residual, residual, memory.squared[0]);
  double enough = 0;
  if (stop.epsilon > 0) {
    system.dot(right, right, memory.scale);
    enough = stop.epsilon * stop.epsilon * system.value(memory.scale);
  }
  std::size_t iterations = 0;
  while (iterations < stop.iterations) {
    const auto& now = memory.squared[iterations % 2];
    if (stop.epsilon > 0 && system.value(now) <= enough) break;
    system.apply(direction, image);
    system.dot(direction, image, memory.curvature);
    system.add(now, memory.curvature, direction, solution);
    ++iterations;
    if (iterations % recompute_every == 0 && iterations < stop.iterations) {
      renew_residual();
    } else {
      system.take(now, memory.curvature, image, residual);
    }
    auto& next = memory.squared[iterations % 2];
    system.dot(residual, residual, next);
    observe(iterations, next);
    system.turn(next, now, residual, direction);
  }
  return iterations;
}

}  // namespace sparse_grid
