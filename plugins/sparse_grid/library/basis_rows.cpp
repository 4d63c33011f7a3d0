#include "sparse_grid/library/basis_rows.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sparse_grid/library/data_order.hpp"

namespace sparse_grid {
namespace {

// The place of a grid point in the tree.
struct Edge {
  PointNumber parent;
  std::uint32_t slot;
  std::uint32_t side;
  PointNumber child;
};

}  // namespace

BasisTree::BasisTree(const Grid& grid)
    : size_(grid.size()), deepest_(grid.dimensions(), 1), first_slot_(1, 0) {
  const std::size_t d = grid.dimensions();
  for (std::size_t j = 0; j < grid.levels().size(); ++j) {
    deepest_[j % d] = std::max(deepest_[j % d], grid.levels()[j]);
  }
  for (const auto level : deepest_) first_slot_.push_back(first_slot_.back() + level - 1);

  std::vector<Edge> edges;
  for (PointNumber p = 1; p < grid.size(); ++p) {
    std::vector<std::uint32_t> level(grid.level(p).begin(), grid.level(p).end());
    std::vector<std::uint32_t> index(grid.index(p).begin(), grid.index(p).end());
    std::size_t k = d - 1;
    while (level[k] == 1) --k;
    const std::uint32_t side = (index[k] >> 1) & 1U;
    const std::uint32_t slot = first_slot_[k] + level[k] - 2;
    --level[k];
    index[k] = parent_index(index[k]);
    edges.push_back({grid.find(level, index).value(), slot, side, p});
  }
  std::ranges::sort(edges, [](const Edge& a, const Edge& b) {
    return a.parent != b.parent ? a.parent < b.parent : a.slot < b.slot;
  });
  first_branch_.assign(size_ + 1, 0);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const bool same =
        e > 0 && edges[e].parent == edges[e - 1].parent && edges[e].slot == edges[e - 1].slot;
    if (!same) {
      branches_.push_back({edges[e].slot, {no_point, no_point}});
      ++first_branch_[edges[e].parent + 1];
    }
    branches_.back().child[edges[e].side] = edges[e].child;
  }
  for (std::size_t p = 0; p < size_; ++p) first_branch_[p + 1] += first_branch_[p];
}

// Fills the tables for x and returns the root's value.
double BasisTree::fill(std::span<const double> x, Scratch& scratch) const {
  scratch.ratio.resize(first_slot_.back());
  scratch.side.resize(first_slot_.back());
  double root = 1;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double coarser = 2 * std::min(x[k], 1 - x[k]);
    root *= coarser;
    double scale = 2;  // 2^(level - 1)
    for (std::uint32_t level = 2; level <= deepest_[k]; ++level, scale *= 2) {
      const double cell = std::floor(scale * x[k]);
      // 1 - |2^l x - i| with i = 2 cell + 1, but without rounding: a hat that became 0 by rounding
      // would also remove finer ones that are far from 0.
      const double within = 2 * scale * x[k] - 2 * cell;
      const double hat = std::max(0.0, std::min(within, 2 - within));
      const std::size_t slot = first_slot_[k] + level - 2;
      // A hat that is 0 stays 0 on all finer levels: x is a grid line there.
      scratch.ratio[slot] = coarser > 0 ? hat / coarser : 0;
      scratch.side[slot] = static_cast<std::uint32_t>(cell) & 1U;
      coarser = hat;
    }
  }
  return root;
}

void BasisTree::evaluate(std::span<const double> x, Scratch& scratch, BasisRow& row) const {
  row.points.clear();
  row.values.clear();
  if (size_ == 0) return;
  const double root = fill(x, scratch);
  if (root <= 0) return;
  row.points.push_back(0);
  row.values.push_back(root);
  // The row is at the same time the queue of points whose children are still to be visited.
  for (std::size_t next = 0; next < row.points.size(); ++next) {
    const PointNumber point = row.points[next];
    const double value = row.values[next];
    for (std::size_t b = first_branch_[point]; b < first_branch_[point + 1]; ++b) {
      const Branch& branch = branches_[b];
      const PointNumber child = branch.child[scratch.side[branch.slot]];
      const double ratio = scratch.ratio[branch.slot];
      if (child == no_point || ratio <= 0) continue;
      row.points.push_back(child);
      row.values.push_back(value * ratio);
    }
  }
}

namespace {

double quarter_of_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) /
         4;
}

}  // namespace

BasisRows::BasisRows(const Grid& grid, std::span<const double> data,
                     std::optional<std::size_t> memory_limit)
    : tree_(grid),
      data_(data),
      dimensions_(grid.dimensions()),
      points_(grid.size()),
      chunks_(std::clamp<std::size_t>(data_points() / 256, 1, 64)) {
  const double limit = memory_limit ? static_cast<double>(*memory_limit) : quarter_of_memory();
  const double bytes = estimated_entries() * (sizeof(PointNumber) + sizeof(double));
  if (bytes <= limit) keep_rows();
}

// Estimated from every 64th row.
double BasisRows::estimated_entries() const {
  BasisTree::Scratch scratch;
  BasisRow row;
  std::size_t entries = 0;
  std::size_t rows = 0;
  for (std::size_t m = 0; m < data_points(); m += 64, ++rows) {
    tree_.evaluate(data_.subspan(m * dimensions_, dimensions_), scratch, row);
    entries += row.points.size();
  }
  return rows == 0 ? 0
                   : static_cast<double>(entries) / static_cast<double>(rows) *
                         static_cast<double>(data_points());
}

void BasisRows::keep_rows() {
  std::vector<KeptRows> all(chunks_);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    for_each_row(chunk, [&](std::size_t, std::span<const PointNumber> points,
                            std::span<const double> values) {
      KeptRows& kept = all[chunk];
      kept.points.insert(kept.points.end(), points.begin(), points.end());
      kept.values.insert(kept.values.end(), values.begin(), values.end());
      kept.row_end.push_back(kept.points.size());
    });
  }
  kept_ = std::move(all);
}

// Calls use(m, points, values) for all rows of a chunk.
template <class Use>
void BasisRows::for_each_row(std::size_t chunk, const Use& use) const {
  const std::size_t first = data_points() * chunk / chunks_;
  const std::size_t last = data_points() * (chunk + 1) / chunks_;
  if (kept()) {
    const KeptRows& rows = kept_[chunk];
    std::size_t begin = 0;
    for (std::size_t m = first; m < last; ++m) {
      const std::size_t end = rows.row_end[m - first];
      use(m, std::span(rows.points).subspan(begin, end - begin),
          std::span(rows.values).subspan(begin, end - begin));
      begin = end;
    }
    return;
  }
  BasisTree::Scratch scratch;
  BasisRow row;
  for (std::size_t m = first; m < last; ++m) {
    tree_.evaluate(data_.subspan(m * dimensions_, dimensions_), scratch, row);
    use(m, std::span<const PointNumber>(row.points), std::span<const double>(row.values));
  }
}

// The sum over all rows of weight(m, points, values) times the row.
template <class Weight>
std::vector<double> BasisRows::accumulate(const Weight& weight) const {
  std::vector<double> partial(chunks_ * points_);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
    double* sums = partial.data() + chunk * points_;
    for_each_row(chunk, [&](std::size_t m, std::span<const PointNumber> points,
                            std::span<const double> values) {
      const double w = weight(m, points, values);
      for (std::size_t e = 0; e < points.size(); ++e) sums[points[e]] += w * values[e];
    });
  }
  std::vector<double> result(points_);
#pragma omp parallel for
  for (std::size_t p = 0; p < points_; ++p) {
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
      result[p] += partial[chunk * points_ + p];
    }
  }
  return result;
}

std::vector<double> BasisRows::times(std::span<const double> v) const {
  return accumulate(
      [&](std::size_t m, std::span<const PointNumber>, std::span<const double>) { return v[m]; });
}

std::vector<double> BasisRows::gram_times(std::span<const double> alpha) const {
  return accumulate(
      [&](std::size_t, std::span<const PointNumber> points, std::span<const double> values) {
        // Two sums hide part of the latency of the additions.
        double even = 0;
        double odd = 0;
        std::size_t e = 0;
        for (; e + 1 < points.size(); e += 2) {
          even += alpha[points[e]] * values[e];
          odd += alpha[points[e + 1]] * values[e + 1];
        }
        if (e < points.size()) even += alpha[points[e]] * values[e];
        return even + odd;
      });
}

}  // namespace sparse_grid
