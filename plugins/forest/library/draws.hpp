// The random draws of trees and nodes, on the host.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "forest/library/random.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// Computes how often each sample is drawn for a tree: `times` has an element for each sample.
inline void draw_bootstrap(const Settings& settings, std::uint32_t tree,
                           std::span<std::uint32_t> times) {
  if (settings.bootstrap_size == 0) {
    for (std::uint32_t& count : times) count = 1;
    return;
  }
  for (std::uint32_t& count : times) count = 0;
  const auto samples = static_cast<std::uint32_t>(times.size());
  for (std::uint32_t draw = 0; draw < settings.bootstrap_size; draw += 4) {
    const random_words words = bootstrap_words(settings.seed, tree, draw / 4);
    for (std::uint32_t k = 0; k < 4 && draw + k < settings.bootstrap_size; ++k) {
      ++times[random_below(words.word[k], samples)];
    }
  }
}

// The attributes of one node after another, in batches of attributes_tried.
class AttributeChoice {
 public:
  AttributeChoice(const Settings& settings, std::uint32_t attributes)
      : seed_(settings.seed), tried_(settings.attributes_tried), order_(attributes) {
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
  }

  // Begins the batches of a node.
  void begin(std::uint32_t tree, std::uint64_t node_key) {
    while (!swaps_.empty()) {  // undo the last node's swaps, in reverse order
      const auto step = static_cast<std::uint32_t>(swaps_.size() - 1);
      std::swap(order_[step], order_[swaps_.back()]);
      swaps_.pop_back();
    }
    tree_ = tree;
    node_key_ = node_key;
    taken_ = 0;
  }
  // Returns the next batch; empty when all attributes were tried. Valid until the next call.
  std::span<const std::uint32_t> next() {
    const auto attributes = static_cast<std::uint32_t>(order_.size());
    const std::uint32_t first = taken_;
    taken_ = attributes - first < tried_ ? attributes : first + tried_;
    // If a single batch holds all attributes, their order does not matter.
    if (first > 0 || taken_ < attributes) {
      for (std::uint32_t step = first; step < taken_; ++step) swap(step, attributes);
    }
    return std::span<const std::uint32_t>(order_).subspan(first, taken_ - first);
  }

 private:
  void swap(std::uint32_t step, std::uint32_t attributes) {
    if (step % 4 == 0) words_ = swap_words(seed_, tree_, node_key_, step / 4);
    swaps_.push_back(swap_place(words_.word[step % 4], step, attributes));
    std::swap(order_[step], order_[swaps_.back()]);
  }

  std::uint32_t seed_;
  std::uint32_t tried_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> swaps_;  // the places that steps 0, 1, ... swapped with
  std::uint32_t tree_ = 0;
  std::uint64_t node_key_ = 0;
  std::uint32_t taken_ = 0;
  random_words words_{};
};

}  // namespace forest
