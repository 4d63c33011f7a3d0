// What all kernels of the folder are compiled with, and the parameters that say so.
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

// What is known of a task while its tensors have no elements yet: sizes, and what the instance's
// arguments say of the settings that shape code.
struct Outline {
  explicit Outline(const assay::sdk::Task& task);

  TrainingData data;
  Settings settings;
};

// How a work group looks for the split of an interval.
struct Shape {
  // The shape that a configuration has for such data.
  Shape(const assay::sdk::Bindings& configuration, const TrainingData& data,
        const Settings& settings);

  // work_group_size, tile, elements_per_item, cells, left_counts, keys, draws. Without the last,
  // each draw has an entry.
  static ParameterSet parameters(assay_backend backend);

  // Constants of kernels/forest/bootstrap.h and all that it includes.
  [[nodiscard]] assay::sdk::CompileOptions options(assay_backend backend) const;
  // Local memory for counts of so many labels, in words of 64 bits.
  [[nodiscard]] std::size_t count_bytes(std::uint32_t labels) const;

  std::size_t work_group_size;
  std::size_t tile;          // entries that are sorted in local memory
  std::size_t item_strides;  // log2 of the entries that an item orders in its registers
  std::size_t cells;         // for counts of labels
  bool is_recounted;         // see kernels/forest/interval.h
  bool draws_are_entries;    // each draw has an entry, else a sample has
  bool keys_are_codes;       // else the values' bits
  std::size_t key_bytes;
  Criterion criterion;
};

// Entries that the bootstrap of a tree may have.
std::size_t most_entries(const Shape& shape, const TrainingData& data, const Settings& settings);

// The same for constraints, over the facts of an instance.
extern const std::string most_entries_expression;

}  // namespace forest::published
