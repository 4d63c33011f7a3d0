#include "sparse_grid/library/support_entries.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "assay/plugin.hpp"
#include "sparse_grid/library/parallel.hpp"
#include "sparse_grid/library/support.hpp"

namespace sparse_grid {
namespace {

constexpr std::uint32_t opens = 0x10000;
constexpr std::uint32_t depth_shift = 17;
constexpr std::uint32_t most_dimensions = 0x3fff;  // so that depths fit and lists keep a bit
constexpr std::uint32_t word_word = 0;
constexpr std::uint32_t point_word = 1;
constexpr std::uint32_t above_word = 2;
constexpr std::uint32_t skip_word = 3;

class Builder {
 public:
  Builder(const Nodes& nodes, SupportEntries& entries)
      : nodes_(nodes), all_(nodes.all()), entries_(entries) {
    entries_.words.reserve(2 * SupportEntries::entry_words * all_.size());
    entries_.hats.reserve(2 * all_.size());
    add(ROOT_DIMENSION, all_[0], all_[0].point, NO_ENTRY);
    visit(0, NO_ENTRY);
  }

 private:
  std::uint32_t add(std::uint32_t word, const Node& node, std::uint32_t point,
                    std::uint32_t above) {
    const auto entry = static_cast<std::uint32_t>(entries_.size());
    entries_.words.insert(entries_.words.end(), {word, point, above, 0});
    entries_.hats.push_back(node.hat);
    return entry;
  }

  // Adds the children of a parent, then everything below each of them. The recursion is no deeper
  // than there are dimensions.
  void visit(std::uint32_t parent, std::uint32_t opened) {
    for (const std::uint32_t child : nodes_.children(parent)) {
      add(all_[child].dimension, all_[child], all_[child].point, opened);
    }
    for (const std::uint32_t child : nodes_.children(parent)) {
      if (nodes_.children(child).empty()) continue;
      const Node& node = all_[child];
      const std::uint32_t entry =
          add(node.dimension | opens | node.depth << depth_shift, node, no_point, opened);
      visit(child, entry);
      entries_.words[SupportEntries::entry_words * entry + skip_word] =
          static_cast<std::uint32_t>(entries_.size());
    }
  }

  const Nodes& nodes_;
  const std::vector<Node>& all_;
  SupportEntries& entries_;
};

constexpr std::size_t points_of_thread = 4096;  // at least

// Divides points into parts that share no node of the tree except the root.
class Subtrees {
 public:
  Subtrees(const GridPoints& points, std::span<const std::uint32_t> order)
      : points_(points), order_(order), firsts_{0} {
    // First dimensions in which many points are refined get several parts, by the hats in them.
    constexpr std::size_t wanted = 24;
    constexpr std::size_t sample = 16;  // one in `sample` points is counted
    std::vector<std::size_t> counts(order.size() + 1);
    for (std::size_t point = 0; point < points.size(); point += sample) {
      ++counts[first_place(point)];
    }
    for (std::size_t place = 0; place < order.size(); ++place) {
      firsts_.push_back(firsts_.back() + 1 + wanted * sample * counts[place] / points.size());
    }
  }

  // The points of each part, in the order of the dimensions. The root, if it is a point, is in the
  // first part.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> parts() const {
    using Parts = std::vector<std::vector<std::uint32_t>>;
    const auto ranges = parallel_ranges(points_.size(), points_of_thread);
    std::vector<Parts> of_threads(ranges.size());
    in_parallel(ranges.size(), [&](std::size_t thread) {
      Parts parts(firsts_.back());
      for (std::size_t point = ranges[thread].begin; point < ranges[thread].end; ++point) {
        parts[part_of(point)].push_back(static_cast<std::uint32_t>(point));
      }
      of_threads[thread] = std::move(parts);
    });
    Parts all = std::move(of_threads.front());
    for (std::size_t part = 0; part < all.size(); ++part) {
      for (std::size_t thread = 1; thread < of_threads.size(); ++thread) {
        const auto& more = of_threads[thread][part];
        all[part].insert(all[part].end(), more.begin(), more.end());
      }
    }
    std::erase_if(all, [](const auto& part) { return part.empty(); });
    return all;
  }

 private:
  // The place in the order of the first dimension in which a point is refined.
  [[nodiscard]] std::size_t first_place(std::size_t point) const {
    const auto level = points_.level(point);
    const auto refined = [&](std::uint32_t k) { return level[k] > 1; };
    return static_cast<std::size_t>(std::ranges::find_if(order_, refined) - order_.begin());
  }
  [[nodiscard]] std::size_t part_of(std::size_t point) const {
    constexpr std::uint32_t scatter = 0x9e3779b1;
    const std::size_t place = first_place(point);
    if (place == order_.size()) return 0;
    const std::uint32_t k = order_[place];
    const std::uint32_t hat = number_of({points_.level(point)[k], points_.index(point)[k]});
    return firsts_[place] + (hat * scatter >> 16U) % (firsts_[place + 1] - firsts_[place]);
  }

  const GridPoints& points_;
  std::span<const std::uint32_t> order_;
  std::vector<std::size_t> firsts_;  // first part of each dimension of the order
};

// The entries of a part, and their place among those of all parts: the children of the root follow
// those of the preceding parts, and the entries below them follow those below the preceding parts'.
struct Part {
  SupportEntries entries;
  std::size_t children;  // of the root
  std::size_t first_child = 0;
  std::size_t first_below = 0;

  explicit Part(SupportEntries of_part) : entries(std::move(of_part)) {
    children = 1;
    while (children < entries.size() && (word(children, word_word) & opens) == 0) ++children;
    --children;
  }
  [[nodiscard]] std::size_t below() const { return entries.size() - 1 - children; }
  [[nodiscard]] std::uint32_t word(std::size_t entry, std::uint32_t which) const {
    return entries.words[SupportEntries::entry_words * entry + which];
  }

  // Copies the entries to their place. `numbers` are the numbers of the part's points in the grid.
  void copy_to(SupportEntries& all, std::span<const std::uint32_t> numbers) const {
    const auto moved = static_cast<std::uint32_t>(first_below - 1 - children);  // modulo 2^32
    for (std::size_t e = 1; e < entries.size(); ++e) {
      const std::size_t to = e <= children ? first_child + e - 1 : e + first_below - 1 - children;
      std::uint32_t* const words = &all.words[SupportEntries::entry_words * to];
      const std::uint32_t point = word(e, point_word);
      const std::uint32_t above = word(e, above_word);
      const std::uint32_t skip = word(e, skip_word);
      words[word_word] = word(e, word_word);
      words[point_word] = point == no_point ? no_point : numbers[point];
      words[above_word] = above == NO_ENTRY ? NO_ENTRY : above + moved;
      words[skip_word] = (words[word_word] & opens) == 0 ? 0 : skip + moved;
      all.hats[to] = entries.hats[e];
    }
  }
};

}  // namespace

SupportEntries::SupportEntries(const GridPoints& points, std::span<const std::uint32_t> order) {
  if (points.size() < 2 * points_of_thread) {
    *this = SupportEntries(Nodes(points, order));
    return;
  }
  const auto subtrees = Subtrees(points, order).parts();
  std::vector<std::optional<Part>> parts(subtrees.size());
  in_parallel(parts.size(), [&](std::size_t part) {
    parts[part].emplace(SupportEntries(Nodes(points.part(subtrees[part]), order)));
  });
  std::size_t size = 1;
  for (auto& part : parts) part->first_child = std::exchange(size, size + part->children);
  for (auto& part : parts) part->first_below = std::exchange(size, size + part->below());
  words.resize(entry_words * size);
  hats.resize(size);
  const Part& first = *parts.front();
  const std::uint32_t root = first.word(0, point_word);
  std::copy_n(first.entries.words.begin(), entry_words, words.begin());
  words[point_word] = root == no_point ? no_point : subtrees.front()[root];
  hats[0] = first.entries.hats[0];
  in_parallel(parts.size(), [&](std::size_t part) { parts[part]->copy_to(*this, subtrees[part]); });
}

SupportEntries::SupportEntries(const Nodes& nodes) {
  if (nodes.all()[0].dimension > most_dimensions) {
    throw assay::sdk::Error(ASSAY_UNSUPPORTED, "support lists are of at most " +
                                                   std::to_string(most_dimensions) + " dimensions");
  }
  Builder(nodes, *this);
}

}  // namespace sparse_grid
