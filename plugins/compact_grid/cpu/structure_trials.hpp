// Trials of the recursive algorithms over one data structure.
#pragma once

#include <array>
#include <string>

#include "compact_grid/cpu/counting_allocator.hpp"
#include "compact_grid/cpu/recursion.hpp"
#include "compact_grid/library/memory.hpp"
#include "compact_grid/library/tensors.hpp"

namespace compact_grid {

// A structure with all points of a grid, built only after a check that it fits into memory.
template <class Structure>
class Built {
 public:
  Built(const assay::sdk::Host& host, const Grid& grid) : structure_(checked(grid)) {
    tell_bytes(host, counted_.bytes(), grid);
  }
  Structure& operator*() { return structure_; }

 private:
  static const Grid& checked(const Grid& grid) {
    // The host also holds inputs, outputs and the reference.
    const double arrays = 3 * sizeof(double) * static_cast<double>(grid.points());
    require_memory(Structure::expected_bytes(grid) + arrays,
                   "the data structure for this grid with the problem's own arrays",
                   "reduce levels or dimensions, or choose compact.cpu");
    return grid;
  }
  CountedBytes counted_;  // counts from before the structure is made
  Structure structure_;
};

// Calls visit(position, level, index) for all points.
template <class Visit>
void for_each_position(const Grid& grid, const Visit& visit) {
  Place place;
  for (std::uint64_t position = 0; position < grid.points(); ++position) {
    grid.point(position, place.level.data(), place.index.data());
    visit(position, place.level.data(), place.index.data());
  }
}

template <class T, class Structure>
class StructureHierarchizeTrial final : public assay::sdk::Trial {
 public:
  explicit StructureHierarchizeTrial(const assay::sdk::Task& task)
      : host_(task.host()),
        given_(task),
        structure_(task.host(), given_.grid),
        threads_(assay::sdk::threads_of(task)) {}

  void restore() override {
    for_each_position(given_.grid, [&](std::uint64_t at, const uint* level, const uint* index) {
      (*structure_).value(level, index) = given_.nodal[at];
    });
  }
  void run() override {
    const assay::sdk::Phase phase(host_, "hierarchize");
    RecursiveHierarchization<T, Structure>(*structure_, given_.grid).run(threads_);
  }
  void outputs() override {
    for_each_position(given_.grid, [&](std::uint64_t at, const uint* level, const uint* index) {
      given_.coefficients[at] = (*structure_).value(level, index);
    });
  }

 private:
  assay::sdk::Host host_;
  HierarchizeTensors<T> given_;
  Built<Structure> structure_;
  std::size_t threads_;
};

template <class T, class Structure>
class StructureEvaluateTrial final : public assay::sdk::Trial {
 public:
  explicit StructureEvaluateTrial(const assay::sdk::Task& task)
      : host_(task.host()),
        given_(task),
        structure_(task.host(), given_.grid),
        threads_(assay::sdk::threads_of(task)) {
    for_each_position(given_.grid, [&](std::uint64_t at, const uint* level, const uint* index) {
      (*structure_).value(level, index) = given_.coefficients[at];
    });
  }
  void run() override {
    const assay::sdk::Phase phase(host_, "evaluate");
    RecursiveEvaluation<T, Structure>(*structure_, given_.grid)
        .run(given_.points, given_.values, threads_);
  }

 private:
  assay::sdk::Host host_;
  EvaluateTensors<T> given_;
  Built<Structure> structure_;
  std::size_t threads_;
};

}  // namespace compact_grid
