// The prefix tree of the paper's section 2.3 and Figure 4: for each point of the preceding
// dimensions an array over the points of one dimension, which holds pointers to the next
// dimension's arrays or, in the last dimension, values.
#pragma once

#include <cstdint>

#include "compact_grid/cpu/counting_allocator.hpp"
#include "compact_grid/cpu/maps.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

template <class T>
class PrefixTree {
 public:
  explicit PrefixTree(const Grid& grid)
      : dimensions_(grid.dimensions()),
        levels_(grid.levels()),
        has_boundary_(grid.has_boundary()),
        root_(make(0, levels_)) {}
  PrefixTree(const PrefixTree&) = delete;
  PrefixTree& operator=(const PrefixTree&) = delete;
  ~PrefixTree() { release(root_, 0, levels_); }

  T& value(const uint* level, const uint* index) {
    void* array = root_;
    for (uint t = 0; t + 1 < dimensions_; ++t) {
      array = static_cast<void**>(array)[entry(level[t], index[t])];
    }
    return static_cast<T*>(array)[entry(level[dimensions_ - 1], index[dimensions_ - 1])];
  }

  // Entries of all depths: depth k has as many as a grid of k dimensions has points. Each entry
  // except those of the last depth is an array with malloc's word and, on average, half of the
  // rounding.
  static double expected_bytes(const Grid& grid) {
    double bytes = 0;
    double arrays = 1;
    for (uint k = 1; k <= grid.dimensions(); ++k) {
      const auto entries =
          static_cast<double>(Grid(k, grid.levels(), grid.has_boundary()).points());
      bytes += entries * (k < grid.dimensions() ? sizeof(void*) : sizeof(T)) + 16 * arrays;
      arrays = entries;
    }
    return bytes;
  }

 private:
  // The number of points of one dimension below a level, and the place of each: sides, then level
  // by level.
  [[nodiscard]] std::size_t entries(uint levels) const {
    return (std::size_t{1} << levels) - 1 + sides();
  }
  [[nodiscard]] std::size_t sides() const { return has_boundary_ ? 2 : 0; }
  [[nodiscard]] std::size_t entry(uint level, uint index) const {
    if (level == ON_BOUNDARY) return index;
    return sides() + (std::size_t{1} << level) - 1 + (index >> 1);
  }
  // Calls visit(entry, levels left for the next dimension) for an array of that many levels.
  template <class Visit>
  void for_each_entry(uint levels, const Visit& visit) const {
    for (std::size_t side = 0; side < sides(); ++side) visit(side, levels);
    for (uint level = 0; level < levels; ++level) {
      for (std::size_t k = 0; k < std::size_t{1} << level; ++k) {
        visit(sides() + (std::size_t{1} << level) - 1 + k, levels - level);
      }
    }
  }

  void* make(uint dimension, uint levels) {
    const std::size_t count = entries(levels);
    if (dimension + 1 == dimensions_) {
      T* const values = CountingAllocator<T>().allocate(count);
      std::fill_n(values, count, T{0});
      return values;
    }
    void** const children = CountingAllocator<void*>().allocate(count);
    for_each_entry(levels,
                   [&](std::size_t at, uint left) { children[at] = make(dimension + 1, left); });
    return children;
  }
  void release(void* array, uint dimension, uint levels) {
    if (dimension + 1 == dimensions_) {
      CountingAllocator<T>().deallocate(static_cast<T*>(array), entries(levels));
      return;
    }
    void** const children = static_cast<void**>(array);
    for_each_entry(levels,
                   [&](std::size_t at, uint left) { release(children[at], dimension + 1, left); });
    CountingAllocator<void*>().deallocate(children, entries(levels));
  }

  uint dimensions_;
  uint levels_;
  bool has_boundary_;
  void* root_;
};

}  // namespace compact_grid
