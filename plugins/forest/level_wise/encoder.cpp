#include "forest/level_wise/encoder.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t digits = 256;  // of kernels/forest/encode.kernel
constexpr std::uint32_t digit_bits = 8;
constexpr std::size_t most_bins = 256;  // of kernels/forest/columns.h

}  // namespace

Encoder::Encoder(const Device& device, const Shape& shape, const sdk::Program& program,
                 const TrainingData& data)
    : data_(data),
      shape_(shape),
      tiles_((data.samples + shape.group * shape.elements - 1) / (shape.group * shape.elements)),
      labels_(device.host, data.samples),
      values_(device.host, data.values.size()),
      keys_(device.host, data.values.size()),
      rows_(device.host, data.values.size()),
      other_keys_(device.host, data.values.size()),
      other_rows_(device.host, data.values.size()),
      digit_counts_(device.host, data.attributes * digits * tiles_),
      value_counts_(device.host, data.attributes),
      edges_(device.host, data.attributes * most_bins),
      edge_counts_(device.host, data.attributes),
      codes_(device.host, data.values.size() * shape.code_bytes),
      order_values_(program.kernel("order_values")),
      count_digits_(program.kernel("count_digits")),
      place_digits_(program.kernel("place_digits")),
      scatter_digits_(program.kernel("scatter_digits")),
      rank_values_(program.kernel("rank_values")),
      place_edges_(program.kernel("place_edges")),
      write_codes_(program.kernel("write_codes")) {}

double Encoder::bytes(const TrainingData& data, const Shape& shape) {
  return static_cast<double>(data.values.size()) * static_cast<double>(21 + shape.code_bytes);
}

void Encoder::upload() {
  values_.write_async(data_.values);
  labels_.write_async(data_.labels);
}

void Encoder::sort(Launcher& launcher) {
  const std::uint32_t samples = data_.samples;
  const auto tiles = static_cast<std::uint32_t>(tiles_);
  launcher.items(order_values_, samples, data_.attributes, values_, samples, keys_, rows_);
  for (std::uint32_t shift = 0; shift < 32; shift += digit_bits) {  // an even number of passes
    launcher.groups(count_digits_, shape_.group, tiles_, data_.attributes, keys_, samples, tiles,
                    shift, digit_counts_);
    launcher.groups(place_digits_, shape_.group, data_.attributes, 1, digit_counts_, tiles);
    launcher.groups(scatter_digits_, shape_.group, tiles_, data_.attributes, keys_, rows_, samples,
                    tiles, shift, digit_counts_, other_keys_, other_rows_);
    std::swap(keys_, other_keys_);
    std::swap(rows_, other_rows_);
  }
}

void Encoder::encode(Launcher& launcher) {
  sort(launcher);
  const auto& ranks = other_keys_;
  const std::uint32_t samples = data_.samples;
  launcher.groups(rank_values_, shape_.group, data_.attributes, 1, keys_, samples, ranks, values_,
                  value_counts_);
  if (shape_.is_binned()) {
    launcher.groups(place_edges_, shape_.group, data_.attributes, 1, ranks, value_counts_, samples,
                    shape_.bins, edges_, edge_counts_);
  }
  launcher.items(write_codes_, samples, data_.attributes, ranks, rows_, samples, data_.attributes,
                 std::uint32_t{shape_.is_binned() ? 1U : 0U}, edges_, edge_counts_, codes_);
}

}  // namespace forest::level_wise
