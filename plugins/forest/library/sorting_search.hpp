// Searches the split of a node by sorting its samples by each attribute tried. Each thread has its
// own.
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
class SortingSearch {
 public:
  using Split = CodeSplit<Scan>;
  // The data shared by all trees. Borrows the codes.
  struct Forest {
    Forest(const CodedColumns<Code>& coded, int /*threads*/) : columns(coded.view()) {}
    explicit Forest(const CodeView<Code>& view) : columns(view) {}
    CodeView<Code> columns;
  };
  // The data shared by the threads that work on one tree, or on a part of it.
  struct Tree {
    Tree(const Forest& /*forest*/, std::vector<Drawn> drawn)
        : owned(std::move(drawn)), samples(owned) {}
    // A tree of the caller's samples, which are reordered.
    explicit Tree(std::span<Drawn> drawn) : samples(drawn) {}
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    [[nodiscard]] std::size_t size() const { return samples.size(); }

    std::vector<Drawn> owned;
    std::span<Drawn> samples;  // a node's samples are neighbours
  };

  // Borrows the forest and the table.
  SortingSearch(const Forest& forest, const CountTable& table, std::size_t labels)
      : columns_(forest.columns), scan_(table, labels) {}

  // Begins the search of a node, whose samples must not change before the next call.
  NodeSummary begin(Tree& tree, const TreePart& part) {
    samples_ = tree.samples.subspan(part.begin, part.size());
    return scan_.begin(
        samples_.size(), [&](std::size_t k) { return samples_[k].label; },
        [&](std::size_t k) { return samples_[k].draws; });
  }

  // Replaces `best` by the attribute's best split if there is none yet, or if that is better, or
  // equally good with a lower attribute.
  void try_attribute(std::uint32_t attribute, std::optional<Split>& best) {
    const auto column = columns_.column(attribute);
    if (keys_.size() < samples_.size()) keys_.resize(samples_.size());
    std::uint32_t low = UINT32_MAX;
    std::uint32_t high = 0;
    for (std::size_t k = 0; k < samples_.size(); ++k) {
      const std::uint32_t code = column[samples_[k].sample];
      low = std::min(low, code);
      high = std::max(high, code);
      keys_[k] = make_key(code, samples_[k].label, samples_[k].draws);
    }
    if (low == high) return;
    const auto keys = std::span(keys_).first(samples_.size());
    if (scan_.is_dense(keys.size(), low, high)) {
      scan_.scan_histogram(keys, low, high, attribute, best);
    } else {
      scan_.scan_sorted(order_.sort(keys, low, high), attribute, best);
    }
  }

  // Moves the samples of the split's left side to the front, both sides in their order; returns
  // where the right side begins. Ends the search of the node.
  std::size_t part(Tree& tree, const TreePart& part, const Split& split) {
    const auto column = columns_.column(split.attribute);
    const auto samples = tree.samples.subspan(part.begin, part.size());
    if (behind_.size() < samples.size()) behind_.resize(samples.size());
    std::size_t front = 0;
    std::size_t back = 0;
    for (const Drawn drawn : samples) {  // writes both, keeps one: nothing to mispredict
      const bool is_left = column[drawn.sample] <= split.low;
      samples[front] = drawn;
      behind_[back] = drawn;
      front += is_left ? 1 : 0;
      back += is_left ? 0 : 1;
    }
    std::copy_n(behind_.begin(), back, samples.begin() + static_cast<std::ptrdiff_t>(front));
    return part.begin + front;
  }

 private:
  CodeView<Code> columns_;
  NodeScan<Scan> scan_;
  std::span<const Drawn> samples_;
  std::vector<CodeKey> keys_;
  std::vector<Drawn> behind_;
  CodeOrder order_;
};

}  // namespace forest
