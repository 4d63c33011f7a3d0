#include "sparse_grid/problem/reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sparse_grid {
namespace {

constexpr PointNumber none = std::numeric_limits<PointNumber>::max();

}  // namespace

Reference::Reference(const Grid& grid)
    : dimensions_(grid.dimensions()),
      points_(grid.size()),
      children_(grid.size() * grid.dimensions() * 2, none) {
  for (PointNumber p = 1; p < points_; ++p) {
    std::vector<std::uint32_t> level(grid.level(p).begin(), grid.level(p).end());
    std::vector<std::uint32_t> index(grid.index(p).begin(), grid.index(p).end());
    for (std::size_t k = 0; k < dimensions_; ++k) {
      if (level[k] == 1) continue;
      const std::uint32_t own = index[k];
      --level[k];
      index[k] = parent_index(own);
      const std::size_t side = own > 2 * index[k] ? 1 : 0;
      const std::size_t parent = grid.find(level, index).value();
      children_[(parent * dimensions_ + k) * 2 + side] = p;
      ++level[k];
      index[k] = own;
    }
  }
}

// Calls visit(point, phi, slack) for all points that share the first k coordinates with `point`,
// which is of level 1 in the others. `product` and `slack` are those of the first k dimensions.
template <class Visit>
void Reference::descend(const double* x, std::size_t k, PointNumber point, double product,
                        double slack, const Visit& visit) const {
  double scale = 2;
  double index = 1;
  while (point != none) {
    const double hat = 1 - std::abs(scale * x[k] - index);
    if (hat <= 0) return;  // x lies on the edge of the support, and so for all finer hats
    if (k + 1 == dimensions_) {
      visit(point, product * hat, slack * hat + product);
    } else {
      descend(x, k + 1, point, product * hat, slack * hat + product, visit);
    }
    const bool right = scale * x[k] > index;
    point = children_[(point * dimensions_ + k) * 2 + (right ? 1 : 0)];
    index = 2 * index + (right ? 1 : -1);
    scale *= 2;
  }
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
    descend(data.data() + m * dimensions_, 0, 0, 1, 0,
            [&](PointNumber point, double phi, double slack) {
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
      descend(data.data() + m * dimensions_, 0, 0, 1, 0,
              [&](PointNumber point, double phi, double slack) {
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
    descend(x.data(), 0, 0, 1, 0, [&](PointNumber, double, double) { ++pairs; });
  }
  return pairs;
}
template std::uint64_t Reference::count_nonzero(std::span<const float>) const;
template std::uint64_t Reference::count_nonzero(std::span<const double>) const;

}  // namespace sparse_grid
