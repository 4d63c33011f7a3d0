// Scans a node's samples for the best split: the common part of all searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "forest/library/code_order.hpp"
#include "forest/library/score.hpp"

namespace forest {

// The properties of a node, whether it is split or not.
struct NodeSummary {
  std::uint32_t draws = 0;
  std::int32_t label = 0;  // the most frequent label, the lowest of several
  bool is_pure = false;
};

template <class Scan>
struct CodeSplit {
  typename Scan::Score score;
  std::uint32_t attribute;
  std::uint32_t low;   // the greatest code on the left
  std::uint32_t high;  // the least code on the right
};

template <class Scan>
class NodeScan {
 public:
  using Best = std::optional<CodeSplit<Scan>>;

  // Borrows the table.
  NodeScan(const CountTable& table, std::size_t labels)
      : table_(table), all_(labels), left_(labels), place_(labels) {}

  // Begins a node of `size` samples; label(k) and draws(k) are those of its sample k.
  template <class Label, class Draws>
  NodeSummary begin(std::size_t size, Label&& label, Draws&& draws) {
    for (const std::uint32_t seen : present_) all_[seen] = 0;
    present_.clear();
    draws_ = 0;
    for (std::size_t k = 0; k < size; ++k) {
      std::uint32_t& count = all_[label(k)];
      if (count == 0) present_.push_back(label(k));
      count += draws(k);
      draws_ += draws(k);
    }
    std::uint32_t most = present_.front();
    sum_ = 0;
    for (const std::uint32_t seen : present_) {
      sum_ += Scan::sum(table_, all_[seen]);
      if (all_[seen] > all_[most] || (all_[seen] == all_[most] && seen < most)) most = seen;
    }
    return {draws_, static_cast<std::int32_t>(most), present_.size() == 1};
  }

  // Both scans below replace `best` by the attribute's best split if there is none yet, or if that
  // is better, or equally good with a lower attribute.

  // Scans keys in the order of their codes.
  void scan_sorted(std::span<const CodeKey> keys, std::uint32_t attribute, Best& best) {
    Scan scan = start();
    for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
      scan.move(label_of(keys[k]), draws_of(keys[k]));
      const std::uint32_t low = code_of(keys[k]);
      const std::uint32_t high = code_of(keys[k + 1]);
      if (low != high) offer(attribute, low, high, scan, best);
    }
    finish();
  }

  // Whether the codes are so few, and the samples so many, that a histogram is cheaper than a sort.
  [[nodiscard]] bool is_dense(std::size_t samples, std::uint32_t low, std::uint32_t high) const {
    return (std::size_t{high} - low + 1) * present_.size() <= samples;
  }
  // Scans keys in any order, with codes from `first` to `last`.
  void scan_histogram(std::span<const CodeKey> keys, std::uint32_t first, std::uint32_t last,
                      std::uint32_t attribute, Best& best) {
    const std::size_t width = present_.size();
    const std::size_t cells = (std::size_t{last} - first + 1) * width;
    if (cells_.size() < cells) cells_.resize(cells);
    for (std::uint32_t k = 0; k < width; ++k) place_[present_[k]] = k;
    for (const CodeKey key : keys) {
      cells_[(code_of(key) - first) * width + place_[label_of(key)]] += draws_of(key);
    }
    Scan scan = start();
    std::uint32_t low = first;  // the last code that has samples
    for (std::uint32_t code = first; code <= last; ++code) {
      const auto counts = std::span(cells_).subspan((code - first) * width, width);
      if (std::ranges::all_of(counts, [](std::uint32_t count) { return count == 0; })) continue;
      if (code != first) offer(attribute, low, code, scan, best);
      for (std::size_t k = 0; k < width; ++k) {
        if (counts[k] > 0) scan.move(present_[k], counts[k]);
        counts[k] = 0;
      }
      low = code;
    }
    finish();
  }

 private:
  Scan start() {
    Scan scan(table_, all_, left_, draws_);
    scan.begin(sum_);
    return scan;
  }
  void finish() {
    for (const std::uint32_t label : present_) left_[label] = 0;
  }
  static void offer(std::uint32_t attribute, std::uint32_t low, std::uint32_t high,
                    const Scan& scan, Best& best) {
    const auto score = scan.score();
    if (best && !Scan::better(score, best->score)) {
      if (attribute >= best->attribute || Scan::better(best->score, score)) return;
    }
    best = {score, attribute, low, high};
  }

  const CountTable& table_;
  std::uint32_t draws_ = 0;
  std::int64_t sum_ = 0;
  std::vector<std::uint32_t> present_;  // labels in the node
  std::vector<std::uint32_t> all_;      // [labels] draws in the node, 0 for those not present
  std::vector<std::uint32_t> left_;     // [labels] zeros between scans
  std::vector<std::uint32_t> place_;    // [labels] index in present_ of those present
  std::vector<std::uint32_t> cells_;    // zeros between scans
};

}  // namespace forest
