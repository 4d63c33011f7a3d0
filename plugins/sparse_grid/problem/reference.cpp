#include "sparse_grid/problem/reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace sparse_grid {
namespace {

constexpr PointNumber none = std::numeric_limits<PointNumber>::max();

// The last dimension in which a point is refined; dimension 0 for the root.
std::size_t last_refined(std::span<const std::uint32_t> level) {
  std::size_t k = level.size() - 1;
  while (k > 0 && level[k] == 1) --k;
  return k;
}

}  // namespace

// The product of the hats of some dimensions, and its slack.
struct Reference::Factors {
  double product = 1;
  double slack = 0;

  [[nodiscard]] Factors times(double hat) const { return {product * hat, slack * hat + product}; }
  [[nodiscard]] Factors times(const Factors& other) const {
    return {product * other.product, slack * other.product + product * other.slack};
  }
};

// A data point and its hats of level 1.
struct Reference::Place {
  const double* x;
  std::array<double, max_dimensions> level_1;
  std::array<Factors, max_dimensions + 1> level_1_from;  // [k]: those of the dimensions from k on
};

// A grid point whose basis function is not zero at the data point, at the time the descent meets
// it.
struct Reference::Node {
  PointNumber point;
  std::size_t dimension;  // last refined one; later dimensions have level 1
  double scale;           // 2^level; `index` and `hat` also belong to that dimension
  double index;
  double hat;
  Factors before;  // of the dimensions before `dimension`

  // Moves to the child towards x; returns false if there is none whose basis function is not zero.
  bool refine(const Place& place, const Branch& branch) {
    const double x = place.x[dimension];
    const bool right = scale * x > index;
    point = branch.child[right ? 1 : 0];
    scale *= 2;
    index = 2 * index + (right ? 1 : -1);
    hat = 1 - std::abs(scale * x - index);
    return point != none && hat > 0;  // 0: x lies on the edge of the support
  }
};

Reference::Reference(const Grid& grid) : dimensions_(grid.dimensions()), points_(grid.size()) {
  std::vector<std::tuple<PointNumber, std::size_t, std::size_t, PointNumber>> children;
  children.reserve(points_);
  for (PointNumber p = 1; p < points_; ++p) {
    std::vector<std::uint32_t> level(grid.level(p).begin(), grid.level(p).end());
    std::vector<std::uint32_t> index(grid.index(p).begin(), grid.index(p).end());
    const std::size_t k = last_refined(level);
    const std::uint32_t own = index[k];
    --level[k];
    index[k] = parent_index(own);
    const std::size_t side = own > 2 * index[k] ? 1 : 0;
    children.emplace_back(grid.find(level, index).value(), k, side, p);
  }
  std::ranges::sort(children);
  first_branch_.assign(points_ + 1, 0);
  PointNumber last_parent = none;
  for (const auto& [parent, k, side, child] : children) {
    if (parent != last_parent || branches_.back().dimension != k) {
      branches_.push_back({k, {none, none}});
      ++first_branch_[parent + 1];
    }
    branches_.back().child[side] = child;
    last_parent = parent;
  }
  std::partial_sum(first_branch_.begin(), first_branch_.end(), first_branch_.begin());
}

// Calls visit(point, phi, slack) for all points with phi > 0 at x [dimensions_].
template <class Visit>
void Reference::descend(const double* x, const Visit& visit) const {
  Place place{x, {}, {}};
  for (std::size_t k = dimensions_; k-- > 0;) {
    place.level_1[k] = 1 - std::abs(2 * x[k] - 1);
    if (place.level_1[k] <= 0) return;  // x lies on the edge, also for all finer hats
    place.level_1_from[k] = place.level_1_from[k + 1].times(place.level_1[k]);
  }
  descend(place, Node{0, 0, 2, 1, place.level_1[0], {}}, visit);
}

// Visits the node, then the nodes refined from it in later dimensions, then continues in the same
// way with the nodes below it in its own dimension: every point is visited once.
template <class Visit>
void Reference::descend(const Place& place, Node node, const Visit& visit) const {
  const Branch* deeper = nullptr;
  do {
    Factors before = node.before.times(node.hat);
    const Factors all = before.times(place.level_1_from[node.dimension + 1]);
    visit(node.point, all.product, all.slack);
    deeper = nullptr;
    std::size_t next = node.dimension + 1;  // the first dimension that is not in `before`
    for (std::size_t b = first_branch_[node.point]; b < first_branch_[node.point + 1]; ++b) {
      const Branch& branch = branches_[b];
      if (branch.dimension == node.dimension) {
        deeper = &branch;
        continue;
      }
      for (; next < branch.dimension; ++next) before = before.times(place.level_1[next]);
      Node other{node.point, branch.dimension, 2, 1, place.level_1[branch.dimension], before};
      if (other.refine(place, branch)) descend(place, other, visit);
    }
  } while (deeper != nullptr && node.refine(place, *deeper));
}

ReferenceResult Reference::multi_eval(std::span<const double> data,
                                      std::span<const double> surpluses) const {
  ReferenceResult result;
  const std::size_t count = data.size() / dimensions_;
  result.values.resize(count);
  if (points_ == 0) return result;
  std::size_t most_terms = 0;
  double magnitude = 0;
  double most_slack = 0;
#pragma omp parallel for schedule(static) reduction(max : most_terms, magnitude, most_slack)
  for (std::size_t m = 0; m < count; ++m) {
    double value = 0;
    double sum = 0;
    double slack_sum = 0;
    std::size_t terms = 0;
    descend(data.data() + m * dimensions_, [&](PointNumber point, double phi, double slack) {
      value += surpluses[point] * phi;
      sum += std::abs(surpluses[point]) * phi;
      slack_sum += std::abs(surpluses[point]) * slack;
      ++terms;
    });
    result.values[m] = value;
    most_terms = std::max(most_terms, terms);
    magnitude = std::max(magnitude, sum);
    most_slack = std::max(most_slack, slack_sum);
  }
  result.most_terms = most_terms;
  result.magnitude = magnitude;
  result.slack = most_slack;
  return result;
}

ReferenceResult Reference::multi_eval_transposed(std::span<const double> data,
                                                 std::span<const double> weights) const {
  struct Sums {
    double value = 0;
    double magnitude = 0;
    double slack = 0;
    std::size_t terms = 0;
  };
  std::vector<Sums> total(points_);
  ReferenceResult result;
  result.values.resize(points_);
  if (points_ == 0) return result;
  const std::size_t count = data.size() / dimensions_;
#pragma omp parallel
  {
    std::vector<Sums> own(points_);
#pragma omp for schedule(static)
    for (std::size_t m = 0; m < count; ++m) {
      const double weight = weights[m];
      descend(data.data() + m * dimensions_, [&](PointNumber point, double phi, double slack) {
        Sums& sums = own[point];
        sums.value += weight * phi;
        sums.magnitude += std::abs(weight) * phi;
        sums.slack += std::abs(weight) * slack;
        ++sums.terms;
      });
    }
#pragma omp critical
    for (std::size_t p = 0; p < points_; ++p) {
      total[p].value += own[p].value;
      total[p].magnitude += own[p].magnitude;
      total[p].slack += own[p].slack;
      total[p].terms += own[p].terms;
    }
  }
  for (std::size_t p = 0; p < points_; ++p) {
    result.values[p] = total[p].value;
    result.most_terms = std::max(result.most_terms, total[p].terms);
    result.magnitude = std::max(result.magnitude, total[p].magnitude);
    result.slack = std::max(result.slack, total[p].slack);
  }
  return result;
}

template <class T>
std::uint64_t Reference::count_nonzero(std::span<const T> data) const {
  std::uint64_t pairs = 0;
  if (points_ == 0) return pairs;
#pragma omp parallel for schedule(static) reduction(+ : pairs)
  for (std::size_t first = 0; first < data.size(); first += dimensions_) {
    std::array<double, max_dimensions> x{};
    std::ranges::copy(data.subspan(first, dimensions_), x.begin());
    descend(x.data(), [&](PointNumber, double, double) { ++pairs; });
  }
  return pairs;
}
template std::uint64_t Reference::count_nonzero(std::span<const float>) const;
template std::uint64_t Reference::count_nonzero(std::span<const double>) const;

}  // namespace sparse_grid
