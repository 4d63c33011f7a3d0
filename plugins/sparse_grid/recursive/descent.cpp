#include "sparse_grid/recursive/descent.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sparse_grid::recursive {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// Calls visit(dimension, left child, right child) for the tree's branches below a point: only
// dimensions from its last refined one on, so that each point has one parent.
template <class Visit>
void for_each_branch(const Grid& grid, PointNumber point, const Visit& visit) {
  const auto level = grid.level(point);
  std::size_t k = grid.dimensions() - 1;
  while (k > 0 && level[k] == 1) --k;
  for (; k < grid.dimensions(); ++k) {
    const auto left = grid.child(point, k, Side::left);
    const auto right = grid.child(point, k, Side::right);
    if (left || right) visit(k, left.value_or(none), right.value_or(none));
  }
}

// The points in the order in which a descent first meets them.
std::vector<PointNumber> depth_first(const Grid& grid) {
  std::vector<PointNumber> order;
  std::vector<PointNumber> stack(grid.size() > 0 ? 1 : 0, 0);
  while (!stack.empty()) {
    const PointNumber point = stack.back();
    stack.pop_back();
    order.push_back(point);
    for_each_branch(grid, point, [&](std::size_t, PointNumber left, PointNumber right) {
      if (left != none) stack.push_back(left);
      if (right != none) stack.push_back(right);
    });
  }
  return order;
}

}  // namespace

template <class T>
Descent<T>::Descent(const Grid& grid, NodeOrder order)
    : dimensions_(grid.dimensions()), deepest_(grid.dimensions(), 1), position_(grid.size()) {
  for (std::size_t j = 0; j < grid.levels().size(); ++j) {
    deepest_[j % dimensions_] = std::max(deepest_[j % dimensions_], grid.levels()[j]);
  }
  std::vector<std::uint32_t> first_slot;
  for (const auto level : deepest_) {
    first_slot.push_back(static_cast<std::uint32_t>(slots_));
    slots_ += level - 1;
  }
  std::vector<PointNumber> points(grid.size());
  std::iota(points.begin(), points.end(), PointNumber{0});
  if (order == NodeOrder::depth_first) points = depth_first(grid);
  for (std::uint32_t node = 0; node < points.size(); ++node) position_[points[node]] = node;

  const auto node_of = [&](PointNumber p) { return p == none ? none : position_[p]; };
  for (const PointNumber point : points) {
    first_branch_.push_back(static_cast<std::uint32_t>(branches_.size()));
    for_each_branch(grid, point, [&](std::size_t k, PointNumber left, PointNumber right) {
      const std::uint32_t slot = first_slot[k] + grid.level(point)[k] - 1;
      branches_.push_back({slot, {node_of(left), node_of(right)}});
    });
  }
  first_branch_.push_back(static_cast<std::uint32_t>(branches_.size()));
}

// Fills the table for one data point and returns the root's basis function.
template <class T>
T Descent<T>::tabulate(const T* x, Quotient* table) const {
  T root = 1;
  for (std::size_t k = 0; k < dimensions_; ++k) {
    T coarser = 2 * std::min(x[k], 1 - x[k]);
    root *= coarser;
    T scale = 2;  // 2^(level - 1)
    for (std::uint32_t level = 2; level <= deepest_[k]; ++level, scale *= 2, ++table) {
      const T cell = std::floor(scale * x[k]);
      // 1 - |2^l x - i| with i = 2 cell + 1, written so that nothing is rounded: if a coarse hat
      // became 0 by rounding, finer ones that are far from 0 would be lost.
      const T within = 2 * scale * x[k] - 2 * cell;
      const T hat = std::max(T{0}, std::min(within, 2 - within));
      *table = {coarser > 0 ? hat / coarser : T{0}, static_cast<std::uint32_t>(cell) & 1U};
      coarser = hat;
    }
  }
  return root;
}

template <class T>
T Descent<T>::subtree_sum(std::uint32_t node, const Quotient* table, const T* surpluses) const {
  T sum = surpluses[node];
  for (std::uint32_t b = first_branch_[node]; b < first_branch_[node + 1]; ++b) {
    const Quotient quotient = table[branches_[b].slot];
    const std::uint32_t child = branches_[b].child[quotient.side];
    if (child == none || quotient.value <= 0) continue;
    sum += quotient.value * subtree_sum(child, table, surpluses);
  }
  return sum;
}

template <class T>
void Descent<T>::scatter(std::uint32_t node, T weight, const Quotient* table, T* sums) const {
  sums[node] += weight;
  for (std::uint32_t b = first_branch_[node]; b < first_branch_[node + 1]; ++b) {
    const Quotient quotient = table[branches_[b].slot];
    const std::uint32_t child = branches_[b].child[quotient.side];
    if (child == none || quotient.value <= 0) continue;
    scatter(child, weight * quotient.value, table, sums);
  }
}

template <class T>
void Descent<T>::arrange(std::span<const T> surpluses, std::span<T> arranged) const {
  for (std::size_t p = 0; p < size(); ++p) arranged[position_[p]] = surpluses[p];
}

template <class T>
void Descent<T>::multi_eval(std::span<const T> data, std::span<const T> arranged,
                            std::span<T> values, Sharing sharing) const {
#pragma omp parallel num_threads(sharing.threads)
  {
    std::vector<Quotient> table(slots_);
#pragma omp for schedule(dynamic)
    for (std::size_t first = 0; first < values.size(); first += sharing.chunk) {
      const std::size_t last = std::min(first + sharing.chunk, values.size());
      for (std::size_t m = first; m < last; ++m) {
        const T root = tabulate(data.data() + m * dimensions_, table.data());
        values[m] = root > 0 ? root * subtree_sum(0, table.data(), arranged.data()) : T{0};
      }
    }
  }
}

template <class T>
void Descent<T>::accumulate(std::span<const T> data, std::span<const T> weights,
                            std::span<T> accumulators, Sharing sharing) const {
#pragma omp parallel num_threads(sharing.threads)
  {
    std::vector<Quotient> table(slots_);
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto own = accumulators.subspan(thread * size(), size());
    std::ranges::fill(own, T{0});
#pragma omp for schedule(dynamic)
    for (std::size_t first = 0; first < weights.size(); first += sharing.chunk) {
      const std::size_t last = std::min(first + sharing.chunk, weights.size());
      for (std::size_t m = first; m < last; ++m) {
        const T root = tabulate(data.data() + m * dimensions_, table.data());
        if (root > 0) scatter(0, root * weights[m], table.data(), own.data());
      }
    }
  }
}

template <class T>
void Descent<T>::collect(std::span<const T> accumulators, std::span<T> sums, int threads) const {
#pragma omp parallel for num_threads(threads)
  for (std::size_t p = 0; p < size(); ++p) {
    T sum = 0;
    for (std::size_t t = 0; t < static_cast<std::size_t>(threads); ++t) {
      sum += accumulators[t * size() + position_[p]];
    }
    sums[p] = sum;
  }
}

template class Descent<float>;
template class Descent<double>;

}  // namespace sparse_grid::recursive
