// Finds the best split of a node among coded columns. One for each thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "forest/cpu/code_order.hpp"
#include "forest/cpu/tree_part.hpp"
#include "forest/library/codes.hpp"
#include "forest/library/score.hpp"

namespace forest {

// What a node is, whether it is split or not.
struct NodeSummary {
  std::uint32_t draws = 0;
  std::int32_t label = 0;  // of most draws, the lowest of several
  bool is_pure = false;
};

template <class Code, class Scan>
class SplitSearch {
 public:
  struct Split {
    typename Scan::Score score;
    std::uint32_t attribute;
    std::uint32_t low;   // the greatest code on the left
    std::uint32_t high;  // the least on the right
  };

  // Borrows both.
  SplitSearch(const CodedColumns<Code>& columns, const CountTable& table, std::size_t labels)
      : columns_(columns), table_(table), all_(labels), left_(labels), place_(labels) {}

  // Begins with a node, whose samples stay as they are until the next one.
  NodeSummary begin(std::span<const Drawn> samples) {
    for (const std::uint16_t label : present_) all_[label] = 0;
    present_.clear();
    samples_ = samples;
    draws_ = 0;
    for (const Drawn& drawn : samples) {
      if (all_[drawn.label] == 0) present_.push_back(drawn.label);
      all_[drawn.label] += drawn.draws;
      draws_ += drawn.draws;
    }
    NodeSummary summary{draws_, present_.front(), present_.size() == 1};
    sum_ = 0;
    for (const std::uint16_t label : present_) {
      sum_ += Scan::sum(table_, all_[label]);
      const std::uint32_t most = all_[static_cast<std::size_t>(summary.label)];
      if (all_[label] > most || (all_[label] == most && label < summary.label)) {
        summary.label = label;
      }
    }
    return summary;
  }

  // Puts the attribute's best split in the place of `best`, if it is better or comes first.
  void try_attribute(std::uint32_t attribute, std::optional<Split>& best) {
    const auto column = columns_.column(attribute);
    if (keys_.size() < samples_.size()) keys_.resize(samples_.size());
    std::uint32_t low = UINT32_MAX;
    std::uint32_t high = 0;
    for (std::size_t k = 0; k < samples_.size(); ++k) {
      const std::uint32_t code = column[samples_[k].sample];
      low = std::min(low, code);
      high = std::max(high, code);
      keys_[k] = CodeKey{code} << 32 | std::uint32_t{samples_[k].label} << 16 | samples_[k].draws;
    }
    if (low == high) return;
    const auto keys = std::span(keys_).first(samples_.size());
    Scan scan(table_, all_, left_, draws_);
    scan.begin(sum_);
    const std::size_t cells = (std::size_t{high} - low + 1) * present_.size();
    if (cells <= samples_.size()) {
      scan_histogram(keys, low, cells, attribute, scan, best);
    } else {
      scan_sorted(order_.sort(keys, low, high), attribute, scan, best);
    }
    for (const std::uint16_t label : present_) left_[label] = 0;
  }

  // Moves the samples of the split's left side to the front, both sides in their order; returns
  // how many they are. Begins with no node.
  std::size_t part(std::span<Drawn> samples, const Split& split) {
    const auto column = columns_.column(split.attribute);
    if (behind_.size() < samples.size()) behind_.resize(samples.size());
    std::size_t front = 0;
    std::size_t back = 0;
    for (const Drawn drawn : samples) {  // both are written, one counts: no branch to guess
      const bool is_left = column[drawn.sample] <= split.low;
      samples[front] = drawn;
      behind_[back] = drawn;
      front += is_left ? 1 : 0;
      back += is_left ? 0 : 1;
    }
    std::copy_n(behind_.begin(), back, samples.begin() + static_cast<std::ptrdiff_t>(front));
    return front;
  }

 private:
  void offer(std::uint32_t attribute, std::uint32_t low, std::uint32_t high, const Scan& scan,
             std::optional<Split>& best) {
    const auto score = scan.score();
    if (best && !Scan::better(score, best->score)) {
      if (attribute >= best->attribute || Scan::better(best->score, score)) return;
    }
    best = {score, attribute, low, high};
  }

  void scan_sorted(std::span<const CodeKey> keys, std::uint32_t attribute, Scan& scan,
                   std::optional<Split>& best) {
    for (std::size_t k = 0; k + 1 < keys.size(); ++k) {
      const auto payload = static_cast<std::uint32_t>(keys[k]);
      scan.move(payload >> 16, payload & 0xffffU);
      const std::uint32_t low = code_of(keys[k]);
      const std::uint32_t high = code_of(keys[k + 1]);
      if (low != high) offer(attribute, low, high, scan, best);
    }
  }

  // Where codes are few and samples many: counts by code and label need no sort.
  void scan_histogram(std::span<const CodeKey> keys, std::uint32_t first, std::size_t cells,
                      std::uint32_t attribute, Scan& scan, std::optional<Split>& best) {
    if (cells_.size() < cells) cells_.resize(cells);
    const std::size_t width = present_.size();
    for (std::uint32_t k = 0; k < width; ++k) place_[present_[k]] = k;
    for (const CodeKey key : keys) {
      const auto payload = static_cast<std::uint32_t>(key);
      cells_[(code_of(key) - first) * width + place_[payload >> 16]] += payload & 0xffffU;
    }
    std::uint32_t low = first;  // the last code that has samples
    for (std::size_t code = 0; code * width < cells; ++code) {
      const auto counts = std::span(cells_).subspan(code * width, width);
      if (std::ranges::all_of(counts, [](std::uint32_t count) { return count == 0; })) continue;
      const auto here = first + static_cast<std::uint32_t>(code);
      if (here != first) offer(attribute, low, here, scan, best);
      for (std::size_t k = 0; k < width; ++k) {
        if (counts[k] > 0) scan.move(present_[k], counts[k]);
        counts[k] = 0;
      }
      low = here;
    }
  }

  const CodedColumns<Code>& columns_;
  const CountTable& table_;
  std::span<const Drawn> samples_;
  std::uint32_t draws_ = 0;
  std::int64_t sum_ = 0;
  std::vector<std::uint16_t> present_;  // labels in the node
  std::vector<std::uint32_t> all_;      // [labels] draws in the node, 0 of those not present
  std::vector<std::uint32_t> left_;     // [labels] zeros between scans
  std::vector<std::uint32_t> place_;    // [labels] of those present
  std::vector<std::uint32_t> cells_;    // zeros between scans
  std::vector<CodeKey> keys_;
  std::vector<Drawn> behind_;
  CodeOrder order_;
};

}  // namespace forest
