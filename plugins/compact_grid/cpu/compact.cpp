// compact.cpu: the paper's iterative Algorithms 6 and 7, unchanged, on an array of values only.
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "compact_grid/cpu/structure_trials.hpp"
#include "compact_grid/cpu/variants.hpp"
#include "compact_grid/library/memory.hpp"
#include "compact_grid/library/pass_trial.hpp"
#include "compact_grid/library/tensors.hpp"

namespace compact_grid {
namespace {

namespace sdk = assay::sdk;

template <class T>
class CompactHierarchization {
 public:
  CompactHierarchization(const sdk::Task& task, const HierarchizeTensors<T>& given)
      : given_(given), threads_(static_cast<int>(sdk::threads_of(task))) {}

  // Algorithm 6 for one dimension and a face that is not fixed in it. Subspaces of one sum of
  // levels depend only on those of lower sums, and on faces that are fixed in this dimension.
  void hierarchize(uint dimension, const Face& face) {
    const grid_tables tables = given_.grid.tables();
    for (uint sum = given_.grid.levels(); sum-- > 0;) {
      const std::uint64_t first = points_below(tables, face.dimensions, sum);
      const std::uint64_t end = points_below(tables, face.dimensions, sum + 1);
      const bool is_long = end - first > 1000;
#pragma omp parallel for schedule(static) num_threads(threads_) if (is_long)
      for (std::uint64_t within = first; within < end; ++within) {
        Place place = place_on(face);
        idx2gp(tables, face.fixed, within, place.level.data(), place.index.data());
        const uint level = place.level[dimension];
        const uint index = place.index[dimension];
        left_parent(level, index, &place.level[dimension], &place.index[dimension]);
        const T left = value(place, dimension);
        right_parent(level, index, &place.level[dimension], &place.index[dimension]);
        const T right = value(place, dimension);
        given_.coefficients[face.first + within] -= (left + right) / 2;
      }
    }
  }

 private:
  // The value at a parent; 0 on a boundary that the grid does not have.
  [[nodiscard]] T value(const Place& place, uint dimension) const {
    if (place.level[dimension] == ON_BOUNDARY && !given_.grid.has_boundary()) return 0;
    return given_.coefficients[given_.grid.position(place.level.data(), place.index.data())];
  }
  [[nodiscard]] Place place_on(const Face& face) const {
    Place place;
    for (uint t = 0; face.fixed != 0 && t < given_.grid.dimensions(); ++t) {
      if ((face.fixed >> t & 1) == 0) continue;
      place.level[t] = ON_BOUNDARY;
      place.index[t] = face.sides >> t & 1;
    }
    return place;
  }

  const HierarchizeTensors<T>& given_;
  int threads_;
};
template <class T>
using CompactHierarchizeTrial = PassTrial<T, CompactHierarchization<T>>;

// Points of evaluation that are processed together in each subspace, while its coefficients are in
// the cache.
template <class T>
class PointBlock {
 public:
  PointBlock(const EvaluateTensors<T>& given, std::size_t most)
      : given_(given), coordinates_(most * given.grid.dimensions()), weights_(most), sums_(most) {}

  // Algorithm 7 for points first .. first + count - 1.
  void evaluate(std::size_t first, std::size_t count) {
    std::fill_n(sums_.begin(), count, T{0});
    for_each_face(given_.grid, [&](const Face& face) {
      project(face, first, count);
      add_face(face, count);
    });
    std::copy_n(sums_.begin(), count, given_.values.begin() + static_cast<std::ptrdiff_t>(first));
  }

 private:
  // The coordinates that a face leaves free, and the product of the hats in the others.
  void project(const Face& face, std::size_t first, std::size_t count) {
    const uint d = given_.grid.dimensions();
    for (std::size_t k = 0; k < count; ++k) {
      const T* const x = given_.points.data() + (first + k) * d;
      T* free = coordinates_.data() + k * face.dimensions;
      weights_[k] = 1;
      for (uint t = 0; t < d; ++t) {
        if ((face.fixed >> t & 1) == 0) {
          *free++ = x[t];
        } else {
          weights_[k] *= (face.sides >> t & 1) != 0 ? x[t] : 1 - x[t];
        }
      }
    }
  }

  void add_face(const Face& face, std::size_t count) {
    const uint levels = face.dimensions == 0 ? 1 : given_.grid.levels();
    const T* subspace = given_.coefficients.data() + face.first;
    for (uint sum = 0; sum < levels; ++sum) {
      std::array<uint, most_dimensions> level{};
      first_level_vector(level.data(), face.dimensions, sum);
      while (true) {
        for (std::size_t k = 0; k < count; ++k) {
          sums_[k] += weights_[k] * term(subspace, level.data(), face.dimensions,
                                         coordinates_.data() + k * face.dimensions);
        }
        subspace += std::size_t{1} << sum;
        if (face.dimensions == 0 || level[face.dimensions - 1] == sum) break;
        next_level_vector(level.data());
      }
    }
  }

  // The value at x of the subspace's only basis function that is not zero there, times its
  // coefficient.
  static T term(const T* subspace, const uint* level, uint dimensions, const T* x) {
    T product = 1;
    std::uint64_t within = 0;
    for (uint t = 0; t < dimensions; ++t) {
      const std::int32_t cells = std::int32_t{1} << level[t];
      const T scaled = x[t] * static_cast<T>(cells);
      const std::int32_t cell = std::min(static_cast<std::int32_t>(scaled), cells - 1);  // x = 1
      within = (within << level[t]) + static_cast<std::uint64_t>(cell);
      product *= 1 - std::abs(2 * (scaled - static_cast<T>(cell)) - 1);
    }
    return product * subspace[within];
  }

  const EvaluateTensors<T>& given_;
  std::vector<T> coordinates_;  // [points][dimensions of a face]
  std::vector<T> weights_;
  std::vector<T> sums_;
};

template <class T>
class CompactEvaluateTrial final : public sdk::Trial {
 public:
  explicit CompactEvaluateTrial(const sdk::Task& task)
      : host_(task.host()),
        given_(task),
        block_points_(static_cast<std::size_t>(task.configuration().integer("block_points"))),
        threads_(static_cast<int>(sdk::threads_of(task))) {
    tell_compact_bytes(host_, given_.coefficients.size_bytes(), given_.grid);
  }
  void run() override {
    const sdk::Phase phase(host_, "evaluate");
#pragma omp parallel num_threads(threads_)
    {
      PointBlock<T> block(given_, block_points_);
#pragma omp for schedule(dynamic)
      for (std::size_t first = 0; first < given_.values.size(); first += block_points_) {
        block.evaluate(first, std::min(block_points_, given_.values.size() - first));
      }
    }
  }

 private:
  sdk::Host host_;
  EvaluateTensors<T> given_;
  std::size_t block_points_;
  int threads_;
};

}  // namespace

void describe_compact(sdk::Plugin& plugin) {
  plugin.variant(
      {.name = "compact.cpu",
       .problem = "compact-grid/hierarchize",
       .doc = "The paper's iterative Algorithm 6: each point finds its parents' positions by "
              "idx2gp and gp2idx, with the subspaces of one sum of levels at a time.",
       .parameters = {sdk::threads_parameter()},
       .constraints = {sdk::threads_constraint()},
       .prepare = prepare_for_precision<CompactHierarchizeTrial>});
  plugin.variant(
      {.name = "compact.cpu",
       .problem = "compact-grid/evaluate",
       .doc = "The paper's iterative Algorithm 7: subspace after subspace by the iterator next.",
       .parameters = {{"block_points", "Points that visit a subspace together, while it is cached.",
                       sdk::powers_of_two(1, 4096), 64},
                      sdk::threads_parameter()},
       .constraints = {sdk::threads_constraint()},
       .prepare = prepare_for_precision<CompactEvaluateTrial>});
}

}  // namespace compact_grid
