#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "program.hpp"

namespace assay::sparse_grid::streaming {
namespace {

// One hat of level > 1 in the product of a basis function.
struct Factor {
  std::uint32_t dimension;
  std::uint32_t level;
  std::uint32_t index;
  auto operator<=>(const Factor&) const = default;
};

// A grid point as the word of its factors; dimensions of level 1 are left out.
struct Word {
  std::uint32_t point;
  std::vector<Factor> factors;
};

std::vector<Word> sorted_words(const GridView& grid) {
  std::vector<Word> words(grid.points());
  for (std::size_t j = 0; j < words.size(); ++j) {
    words[j].point = static_cast<std::uint32_t>(j);
    for (std::size_t k = 0; k < grid.dimensions; ++k) {
      const auto at = j * grid.dimensions + k;
      if (grid.levels[at] == 1) continue;
      words[j].factors.push_back(
          {static_cast<std::uint32_t>(k), grid.levels[at], grid.indices[at]});
    }
  }
  std::sort(words.begin(), words.end(), [](const Word& a, const Word& b) {
    return std::tie(a.factors, a.point) < std::tie(b.factors, b.point);
  });
  const auto twin =
      std::adjacent_find(words.begin(), words.end(),
                         [](const Word& a, const Word& b) { return a.factors == b.factors; });
  if (twin != words.end()) {
    throw std::invalid_argument(
        fmt::format("grid points {} and {} are the same", twin->point, std::next(twin)->point));
  }
  return words;
}

using Words = std::span<const Word>;

// Writes the trie of the words. Words with a common prefix are neighbours, so that a subtree is a
// contiguous part of the sorted list.
template <class T>
class Writer {
 public:
  Writer(Program<T>& program, std::size_t tile_nodes)
      : program_(program), tile_nodes_(tile_nodes) {}

  void write(Words words) {
    open_tile();
    if (!words.empty() && words.front().factors.empty()) {
      tile().root = true;
      add_node({}, words.front().point);
      words = words.subspan(1);
    }
    write_children(words, 0);
    if (tile().node_count == 0) program_.tiles.pop_back();
  }

 private:
  // Writes everything below one product of `depth` factors.
  void write_children(Words words, std::size_t depth) {
    while (!words.empty()) {
      const auto dimension = words.front().factors[depth].dimension;
      const auto siblings = take_while(
          words, [&](const Word& word) { return word.factors[depth].dimension == dimension; });
      write_leaves(siblings, depth);
      write_inner(siblings, depth);
      words = words.subspan(siblings.size());
    }
  }

  // Calls `visit` with each child's subtree.
  template <class Visit>
  void for_each_child(Words words, std::size_t depth, Visit visit) {
    while (!words.empty()) {
      const auto subtree = take_while(words, [&](const Word& word) {
        return word.factors[depth] == words.front().factors[depth];
      });
      visit(subtree);
      words = words.subspan(subtree.size());
    }
  }
  static bool is_leaf(Words subtree, std::size_t depth) {
    return subtree.size() == 1 && subtree.front().factors.size() == depth + 1;
  }

  void write_leaves(Words siblings, std::size_t depth) {
    bool open = false;
    for_each_child(siblings, depth, [&](Words subtree) {
      if (!is_leaf(subtree, depth)) return;
      const bool fresh = make_room();
      const auto& word = subtree.front();
      if (!open || fresh) add_run(word.factors[depth].dimension, depth, false);
      open = true;
      ++program_.runs.back().count;
      add_node(word.factors[depth], word.point);
    });
  }

  void write_inner(Words siblings, std::size_t depth) {
    for_each_child(siblings, depth, [&](Words subtree) {
      if (is_leaf(subtree, depth)) return;
      make_room();
      const auto& word = subtree.front();
      const auto factor = word.factors[depth];
      // If the prefix itself is a grid point, as it is in a complete grid, it is sorted first.
      const bool present = word.factors.size() == depth + 1;
      add_inner(factor, depth, present ? word.point : kNoPoint);
      path_.push_back(factor);
      write_children(present ? subtree.subspan(1) : subtree, depth + 1);
      path_.pop_back();
    });
  }

  void add_inner(const Factor& factor, std::size_t depth, std::uint32_t point) {
    add_run(factor.dimension, depth, true);
    program_.runs.back().count = 1;
    add_node(factor, point);
    program_.stack_depth = std::max(program_.stack_depth, depth + 2);
  }

  // Starts a new tile if the current one is full; returns whether it did.
  bool make_room() {
    if (tile().node_count < tile_nodes_ + lead_) return false;
    open_tile();
    for (std::size_t depth = 0; depth < path_.size(); ++depth) {
      add_inner(path_[depth], depth, kNoPoint);
    }
    lead_ = path_.size();
    return true;
  }
  void open_tile() {
    program_.tiles.push_back({.first_node = program_.origins.size(),
                              .first_hat = program_.hats.size(),
                              .first_run = program_.runs.size()});
  }
  void add_run(std::uint32_t dimension, std::size_t depth, bool inner) {
    program_.runs.push_back({.first = static_cast<std::uint32_t>(tile().node_count),
                             .count = 0,
                             .dimension = dimension,
                             .depth = static_cast<std::uint16_t>(depth),
                             .inner = inner});
    ++tile().run_count;
  }
  void add_node(const Factor& factor, std::uint32_t point) {
    program_.hats.push_back(
        {std::ldexp(T{1}, static_cast<int>(factor.level)), static_cast<T>(factor.index)});
    program_.origins.push_back(point);
    ++tile().node_count;
  }
  Tile& tile() { return program_.tiles.back(); }

  template <class Predicate>
  static Words take_while(Words words, Predicate predicate) {
    const auto end = std::find_if_not(words.begin(), words.end(), predicate);
    return words.first(static_cast<std::size_t>(end - words.begin()));
  }

  Program<T>& program_;
  std::size_t tile_nodes_;
  std::size_t lead_ = 0;  // nodes at the tile's begin that only lead to its place
  std::vector<Factor> path_;
};

}  // namespace

template <class T>
Program<T> shared_program(const GridView& grid, std::size_t tile_nodes) {
  Program<T> program;
  const auto words = sorted_words(grid);
  Writer<T>(program, tile_nodes).write(words);
  program.hats_per_sweep = program.hats.size();
  return program;
}

template Program<float> shared_program(const GridView&, std::size_t);
template Program<double> shared_program(const GridView&, std::size_t);

}  // namespace assay::sparse_grid::streaming
