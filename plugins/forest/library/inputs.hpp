// The tensors of forest/train as a variant sees them.
#pragma once

#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// The training samples. Borrows its arrays.
struct TrainingData {
  std::span<const float> values;         // [attributes, samples], finite
  std::span<const std::int32_t> labels;  // [samples] 0 .. label_count - 1
  std::uint32_t samples = 0;
  std::uint32_t attributes = 0;
  std::uint32_t label_count = 0;

  [[nodiscard]] std::span<const float> column(std::size_t attribute) const {
    return values.subspan(attribute * samples, samples);
  }
};

// Throws sdk::Error (ASSAY_INVALID) if the tensors do not fit each other.
TrainingData training_data(const assay::sdk::Task& task);
Settings settings_of(const assay::sdk::Task& task);

// The tensors that receive a variant's forest. Borrows the task's tensors.
class ForestOutput {
 public:
  explicit ForestOutput(const assay::sdk::Task& task);

  // The upper bound of the nodes of all trees, from the problem; no forest exceeds it.
  [[nodiscard]] std::size_t room() const { return attribute_.size(); }
  // Writes the trees in their order, as many as the settings state, with so many threads. Throws
  // sdk::Error (ASSAY_INTERNAL) if they do not fit.
  void write(std::span<const Tree> trees, int threads = 1);

  // For variants that write the canonical form themselves, such as those whose device produces it.
  [[nodiscard]] std::span<std::int64_t> tree_offsets() const { return tree_offsets_; }
  [[nodiscard]] std::span<std::int32_t> attribute() const { return attribute_; }
  [[nodiscard]] std::span<float> threshold() const { return threshold_; }
  [[nodiscard]] std::span<std::int32_t> link() const { return link_; }
  [[nodiscard]] std::span<std::int32_t> count() const { return count_; }

 private:
  void write_tree(const Tree& tree, std::size_t first);

  std::span<std::int64_t> tree_offsets_;
  std::span<std::int32_t> attribute_;
  std::span<float> threshold_;
  std::span<std::int32_t> link_;
  std::span<std::int32_t> count_;
};

}  // namespace forest
