// Columns on the device: their values, the order of their rows, and their codes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "forest/level_wise/launcher.hpp"
#include "forest/level_wise/shape.hpp"
#include "forest/library/inputs.hpp"

namespace forest::level_wise {

class Encoder {
 public:
  // Borrows the data.
  Encoder(const Device& device, const Shape& shape, const assay::sdk::Program& program,
          const TrainingData& data);

  void upload();
  void encode(Launcher& launcher);

  // Bytes of device memory that the columns take.
  static double bytes(const TrainingData& data, const Shape& shape);

  // [attributes, samples]: the rows of a column in the order of its values.
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& order() const { return rows_; }
  // As kernels/forest/columns.h has them.
  [[nodiscard]] const assay::sdk::Buffer<std::byte>& codes() const { return codes_; }
  [[nodiscard]] const assay::sdk::Buffer<float>& values() const { return values_; }
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& edges() const { return edges_; }
  [[nodiscard]] const assay::sdk::Buffer<std::int32_t>& labels() const { return labels_; }

 private:
  void sort(Launcher& launcher);

  TrainingData data_;
  Shape shape_;
  std::size_t tiles_;  // of a column
  assay::sdk::Buffer<std::int32_t> labels_;
  assay::sdk::Buffer<float> values_;  // as uploaded, then distinct ones in rising order
  assay::sdk::Buffer<std::uint32_t> keys_;
  assay::sdk::Buffer<std::uint32_t> rows_;
  assay::sdk::Buffer<std::uint32_t> other_keys_;  // after every other pass; then ranks
  assay::sdk::Buffer<std::uint32_t> other_rows_;
  assay::sdk::Buffer<std::uint32_t> digit_counts_;
  assay::sdk::Buffer<std::uint32_t> value_counts_;
  assay::sdk::Buffer<std::uint32_t> edges_;
  assay::sdk::Buffer<std::uint32_t> edge_counts_;
  assay::sdk::Buffer<std::byte> codes_;
  assay::sdk::Kernel order_values_;
  assay::sdk::Kernel count_digits_;
  assay::sdk::Kernel place_digits_;
  assay::sdk::Kernel scatter_digits_;
  assay::sdk::Kernel rank_values_;
  assay::sdk::Kernel place_edges_;
  assay::sdk::Kernel write_codes_;
};

}  // namespace forest::level_wise
