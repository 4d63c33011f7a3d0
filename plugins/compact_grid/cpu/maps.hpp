// The first three data structures of the paper's Table 1: maps of the standard library, from level
// and index vectors or from positions. Each of them holds every point of a grid, initially with the
// value 0, provides value(level, index), and predicts the memory it needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "compact_grid/cpu/counting_allocator.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid {

// The size of a block of malloc: the requested size and the word before it, rounded up to 16 bytes,
// at least 32.
constexpr double block_bytes(std::size_t size) {
  return static_cast<double>(std::max<std::size_t>(32, (size + 8 + 15) / 16 * 16));
}

// "Standard STL map": a key of two vectors for each point.
template <class T>
class StdMap {
 public:
  explicit StdMap(const Grid& grid) : dimensions_(grid.dimensions()) {
    std::array<uint, most_dimensions> level{};
    std::array<uint, most_dimensions> index{};
    for (std::uint64_t position = 0; position < grid.points(); ++position) {
      grid.point(position, level.data(), index.data());
      map_.emplace(Key{{level.begin(), level.begin() + dimensions_},
                       {index.begin(), index.begin() + dimensions_}},
                   T{0});
    }
  }
  T& value(const uint* level, const uint* index) {
    return map_.find(View{level, index, dimensions_})->second;
  }
  static double expected_bytes(const Grid& grid) {
    const double node = block_bytes(32 + sizeof(Key) + sizeof(T));  // three pointers and a colour
    return static_cast<double>(grid.points()) *
           (node + 2 * block_bytes(grid.dimensions() * sizeof(uint)));
  }

 private:
  using Words = std::vector<uint, CountingAllocator<uint>>;
  struct Key {
    Words level;
    Words index;
  };
  // The key of a look-up, for which nothing is allocated.
  struct View {
    const uint* level;
    const uint* index;
    uint dimensions;
  };
  struct Less {
    using is_transparent = void;
    static View view(const Key& key) {
      return {key.level.data(), key.index.data(), static_cast<uint>(key.level.size())};
    }
    static View view(const View& view) { return view; }
    template <class A, class B>
    bool operator()(const A& left, const B& right) const {
      const View a = view(left);
      const View b = view(right);
      for (uint t = 0; t < a.dimensions; ++t) {
        if (a.level[t] != b.level[t]) return a.level[t] < b.level[t];
        if (a.index[t] != b.index[t]) return a.index[t] < b.index[t];
      }
      return false;
    }
  };

  uint dimensions_;
  std::map<Key, T, Less, CountingAllocator<std::pair<const Key, T>>> map_;
};

// "Enhanced STL map" and "enhanced STL hash table": the key is the position. Borrows the grid.
template <class T, class Map>
class PositionMap {
 public:
  explicit PositionMap(const Grid& grid) : grid_(grid) {
    if constexpr (requires { map_.reserve(1); }) map_.reserve(grid.points());
    for (std::uint64_t position = 0; position < grid.points(); ++position) {
      map_.emplace_hint(map_.end(), position, T{0});
    }
  }
  T& value(const uint* level, const uint* index) {
    return map_.find(grid_.position(level, index))->second;
  }
  static double expected_bytes(const Grid& grid) {
    // A tree's node has three pointers and a colour, a chain's node one pointer and a share of a
    // bucket.
    const bool is_tree = !requires(Map & map) { map.reserve(1); };
    return static_cast<double>(grid.points()) *
           (is_tree ? block_bytes(32 + 16) : block_bytes(8 + 16) + 8);
  }

 private:
  const Grid& grid_;
  Map map_;
};

template <class T>
using MapGp2idx = PositionMap<T, std::map<std::uint64_t, T, std::less<>,
                                          CountingAllocator<std::pair<const std::uint64_t, T>>>>;
template <class T>
using HashGp2idx =
    PositionMap<T, std::unordered_map<std::uint64_t, T, std::hash<std::uint64_t>, std::equal_to<>,
                                      CountingAllocator<std::pair<const std::uint64_t, T>>>>;

}  // namespace compact_grid
