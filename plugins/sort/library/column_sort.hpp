// Sorts columns of keys on a device, stably, each key with a number that is moved along: the
// launches of kernels/sort/columns.kernel, for families that include it in their own sources.
// Header-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "assay/plugin.hpp"

namespace sorting {

class ColumnSort {
 public:
  struct Shape {
    std::size_t columns;
    std::size_t length;    // keys of each column
    std::size_t group;     // work items, WORK_GROUP_SIZE of the program
    std::size_t elements;  // ELEMENTS of the program
  };

  ColumnSort(const assay::sdk::Host& host, const assay::sdk::Program& program, const Shape& shape)
      : shape_(shape),
        tiles_(assay::sdk::quotient_up(shape.length, shape.group * shape.elements)),
        keys_(host, shape.columns * shape.length),
        numbers_(host, keys_.size()),
        other_keys_(host, keys_.size()),
        other_numbers_(host, keys_.size()),
        counts_(host, shape.columns * digits * tiles_),
        count_digits_(program.kernel("count_digits")),
        place_digits_(program.kernel("place_digits")),
        scatter_digits_(program.kernel("scatter_digits")) {}

  // Defines the constants of its program except those of the dialect and WORK_GROUP_SIZE.
  static assay::sdk::CompileOptions& define(assay::sdk::CompileOptions& options,
                                            std::size_t elements, std::size_t item_strides) {
    return options.define("ELEMENTS", elements)
        .define("ITEM_STRIDES", item_strides)
        .define("PAYLOAD_BITS", 32)
        .define("CARRY_POSITIONS", 1);
  }

  // The bytes of device memory for each key.
  static constexpr std::size_t bytes_of_key = 16;

  // Buffers [columns][length]: the keys and numbers to be sorted, sorted after sort(); and a spare
  // one of the same size. Sorting may exchange the buffers.
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& keys() const { return keys_; }
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& numbers() const { return numbers_; }
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& spare() const { return other_keys_; }

  // Moves the numbers out, for callers that need nothing else afterwards.
  [[nodiscard]] assay::sdk::Buffer<std::uint32_t> take_numbers() && { return std::move(numbers_); }

  // Sorts by the lowest `bits` bits of the keys; launch(kernel, work items of a group, groups,
  // columns, arguments...) launches a kernel.
  void sort(std::uint32_t bits, const auto& launch) {
    const auto length = static_cast<std::uint32_t>(shape_.length);
    const auto tiles = static_cast<std::uint32_t>(tiles_);
    for (std::uint32_t shift = 0; shift < bits; shift += digit_bits) {
      launch(count_digits_, shape_.group, tiles_, shape_.columns, keys_, length, tiles, shift,
             counts_);
      launch(place_digits_, shape_.group, shape_.columns, std::size_t{1}, counts_, tiles);
      launch(scatter_digits_, shape_.group, tiles_, shape_.columns, keys_, numbers_, length, tiles,
             shift, counts_, other_keys_, other_numbers_);
      std::swap(keys_, other_keys_);
      std::swap(numbers_, other_numbers_);
    }
  }

 private:
  static constexpr std::size_t digits = 256;
  static constexpr std::uint32_t digit_bits = 8;

  Shape shape_;
  std::size_t tiles_;  // tiles of a column
  assay::sdk::Buffer<std::uint32_t> keys_;
  assay::sdk::Buffer<std::uint32_t> numbers_;
  assay::sdk::Buffer<std::uint32_t> other_keys_;
  assay::sdk::Buffer<std::uint32_t> other_numbers_;
  assay::sdk::Buffer<std::uint32_t> counts_;
  assay::sdk::Kernel count_digits_;
  assay::sdk::Kernel place_digits_;
  assay::sdk::Kernel scatter_digits_;
};

}  // namespace sorting
