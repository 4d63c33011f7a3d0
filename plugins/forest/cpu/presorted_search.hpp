// Searches the split of a node whose samples are sorted by every attribute, and keeps its
// children's sorted (SPRINT: Shafer, Agrawal, Mehta 1996): no node sorts, but every split
// partitions the lists of all attributes. Pays off when most attributes are tried. Each thread has
// its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "forest/library/code_order.hpp"
#include "forest/library/codes.hpp"
#include "forest/library/node_scan.hpp"
#include "forest/library/tree_part.hpp"

namespace forest {

template <class Code, class Scan>
class PresortedSearch {
 public:
  using Split = CodeSplit<Scan>;
  // The data shared by all trees: the samples in the order of each attribute's codes.
  struct Forest {
    Forest(const CodedColumns<Code>& coded, int threads)
        : columns(coded), samples(coded.codes.size()) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
      for (std::size_t attribute = 0; attribute < coded.meanings.size(); ++attribute) {
        sort_column(attribute);
      }
    }
    void sort_column(std::size_t attribute) {
      std::vector<std::uint32_t> ends(columns.meanings[attribute].codes() + std::size_t{1});
      const auto column = columns.column(attribute);
      for (const Code code : column) ++ends[code + std::size_t{1}];
      for (std::size_t code = 1; code < ends.size(); ++code) ends[code] += ends[code - 1];
      const std::size_t first = attribute * columns.samples;
      for (std::uint32_t sample = 0; sample < column.size(); ++sample) {
        samples[first + ends[column[sample]]++] = sample;
      }
    }
    const CodedColumns<Code>& columns;
    std::vector<std::uint32_t> samples;  // [attributes, samples]
  };
  // The data shared by the threads that work on one tree: its samples in the order of each
  // attribute. A node's samples are neighbours in all lists.
  struct Tree {
    Tree(const Forest& forest, const std::vector<Drawn>& drawn)
        : attributes(forest.columns.meanings.size()),
          count(drawn.size()),
          keys(attributes * count),
          samples(attributes * count),
          is_left(forest.columns.samples) {
      std::vector<std::uint32_t> first(forest.columns.samples + 1);  // each sample's index in drawn
      for (const Drawn& one : drawn) ++first[one.sample + std::size_t{1}];
      for (std::size_t sample = 1; sample < first.size(); ++sample) {
        first[sample] += first[sample - 1];
      }
      std::size_t at = 0;
      for (std::size_t k = 0; k < forest.samples.size(); ++k) {
        const std::uint32_t sample = forest.samples[k];
        for (std::uint32_t n = first[sample]; n < first[sample + std::size_t{1}]; ++n, ++at) {
          const Code code = forest.columns.column(k / forest.columns.samples)[sample];
          keys[at] = make_key(code, drawn[n].label, drawn[n].draws);
          samples[at] = sample;
        }
      }
    }
    [[nodiscard]] std::size_t size() const { return count; }

    std::size_t attributes;
    std::size_t count;
    std::vector<CodeKey> keys;           // [attributes, size]
    std::vector<std::uint32_t> samples;  // [attributes, size]
    std::vector<std::uint8_t> is_left;   // [samples] side in the split that partitions the lists
  };

  // Borrows the forest and the table.
  PresortedSearch(const Forest& /*forest*/, const CountTable& table, std::size_t labels)
      : scan_(table, labels) {}

  // Begins the search of a node.
  NodeSummary begin(Tree& tree, const TreePart& part) {
    tree_ = &tree;
    part_ = part;
    const auto keys = keys_of(0);
    return scan_.begin(
        keys.size(), [&](std::size_t k) { return label_of(keys[k]); },
        [&](std::size_t k) { return draws_of(keys[k]); });
  }

  // Replaces `best` by the attribute's best split if there is none yet, or if that is better, or
  // equally good with a lower attribute.
  void try_attribute(std::uint32_t attribute, std::optional<Split>& best) {
    const auto keys = keys_of(attribute);
    const std::uint32_t low = code_of(keys.front());
    const std::uint32_t high = code_of(keys.back());
    if (low == high) return;
    if (scan_.is_dense(keys.size(), low, high)) {
      scan_.scan_histogram(keys, low, high, attribute, best);
    } else {
      scan_.scan_sorted(keys, attribute, best);
    }
  }

  // Moves the samples of the split's left side to the front of all lists, both sides in their
  // order; returns where the right side begins. Ends the search of the node.
  std::size_t part(Tree& tree, const TreePart& part, const Split& split) {
    const std::size_t first = split.attribute * tree.count + part.begin;
    std::size_t left = 0;  // the split attribute's list is already partitioned
    for (std::size_t k = first; k < first + part.size(); ++k) {
      const bool is_left = code_of(tree.keys[k]) <= split.low;
      tree.is_left[tree.samples[k]] = is_left ? 1 : 0;
      left += is_left ? 1 : 0;
    }
    for (std::size_t attribute = 0; attribute < tree.attributes; ++attribute) {
      if (attribute != split.attribute) part_list(tree, attribute * tree.count + part.begin, part);
    }
    return part.begin + left;
  }

 private:
  [[nodiscard]] std::span<const CodeKey> keys_of(std::size_t attribute) const {
    return std::span<const CodeKey>(tree_->keys)
        .subspan(attribute * tree_->count + part_.begin, part_.size());
  }
  void part_list(Tree& tree, std::size_t first, const TreePart& part) {
    if (keys_.size() < part.size()) {
      keys_.resize(part.size());
      samples_.resize(part.size());
    }
    std::size_t front = first;
    std::size_t back = 0;
    for (std::size_t k = first; k < first + part.size(); ++k) {
      const CodeKey key = tree.keys[k];
      const std::uint32_t sample = tree.samples[k];
      const std::size_t is_left = tree.is_left[sample];
      tree.keys[front] = key;
      tree.samples[front] = sample;
      keys_[back] = key;
      samples_[back] = sample;
      front += is_left;
      back += 1 - is_left;
    }
    std::copy_n(keys_.begin(), back, tree.keys.begin() + static_cast<std::ptrdiff_t>(front));
    std::copy_n(samples_.begin(), back, tree.samples.begin() + static_cast<std::ptrdiff_t>(front));
  }

  NodeScan<Scan> scan_;
  const Tree* tree_ = nullptr;
  TreePart part_{};
  std::vector<CodeKey> keys_;
  std::vector<std::uint32_t> samples_;
};

}  // namespace forest
