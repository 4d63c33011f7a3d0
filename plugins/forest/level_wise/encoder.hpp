// The columns on the device: their values, the order of their rows, and their codes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "forest/level_wise/launcher.hpp"
#include "forest/level_wise/programs.hpp"
#include "forest/level_wise/shape.hpp"
#include "forest/library/inputs.hpp"
#include "sort/library/column_sort.hpp"

namespace forest::level_wise {

class Encoder {
 public:
  // Borrows the data.
  Encoder(const Device& device, const Shape& shape, const Programs& programs,
          const TrainingData& data);

  void upload();
  void encode(Launcher& launcher);

  // The bytes of device memory that the columns take.
  static double bytes(const TrainingData& data, const Shape& shape);

  // [attributes, samples]: the rows of a column in the order of its values.
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& order() const { return sort_.numbers(); }
  // In the layout of kernels/forest/columns.h.
  [[nodiscard]] const assay::sdk::Buffer<std::byte>& codes() const { return codes_; }
  [[nodiscard]] const assay::sdk::Buffer<float>& values() const { return values_; }
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& edges() const { return edges_; }
  [[nodiscard]] const assay::sdk::Buffer<std::int32_t>& labels() const { return labels_; }

 private:
  TrainingData data_;
  Shape shape_;
  assay::sdk::Buffer<std::int32_t> labels_;
  assay::sdk::Buffer<float> values_;  // as uploaded, then the distinct ones in ascending order
  sorting::ColumnSort sort_;          // values and the rows from which they come
  assay::sdk::Buffer<std::uint32_t> value_counts_;
  assay::sdk::Buffer<std::uint32_t> edges_;
  assay::sdk::Buffer<std::uint32_t> edge_counts_;
  assay::sdk::Buffer<std::byte> codes_;
  assay::sdk::Kernel order_values_;
  assay::sdk::Kernel rank_values_;
  assay::sdk::Kernel place_edges_;
  assay::sdk::Kernel write_codes_;
};

}  // namespace forest::level_wise
