// The compile-time constants of this folder's kernels, and the parameters that choose them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest::published {

using assay::sdk::Device;
using assay::sdk::ParameterSet;

// The part of a task that is known while its tensors have no elements yet: sizes, and those
// settings that shape code, from the instance's arguments.
struct Outline {
  explicit Outline(const assay::sdk::Task& task);

  TrainingData data;
  Settings settings;
};

// The way in which a work group searches the split of an interval.
struct Shape {
  // The shape that a configuration has for the given data.
  Shape(const assay::sdk::Bindings& configuration, const TrainingData& data,
        const Settings& settings);

  // The parameters work_group_size, tile, elements_per_item, cells, left_counts, keys, draws. If a
  // variant drops draws, each draw has an entry.
  static ParameterSet parameters(assay_backend backend);

  // The constants of kernels/forest/bootstrap.h and of all headers that it includes.
  [[nodiscard]] assay::sdk::CompileOptions options(assay_backend backend) const;
  // Bytes of local memory for the counts of so many labels, rounded up to words of 64 bits.
  [[nodiscard]] std::size_t count_bytes(std::uint32_t labels) const;

  std::size_t work_group_size;
  std::size_t tile;          // entries that are sorted in local memory
  std::size_t item_strides;  // log2 of the entries that an item orders in its registers
  std::size_t cells;         // counters for labels in local memory
  bool is_recounted;         // see kernels/forest/interval.h
  bool draws_are_entries;    // each draw has an entry; otherwise each sample has one
  bool keys_are_codes;       // keys are codes; otherwise the bits of values
  std::size_t key_bytes;
  Criterion criterion;
};

// The maximum number of entries in the bootstrap of a tree.
std::size_t most_entries(const Shape& shape, const TrainingData& data, const Settings& settings);

// most_entries as an expression over the facts of an instance, for constraints.
extern const std::string most_entries_expression;

}  // namespace forest::published
