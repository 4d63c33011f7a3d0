#include "forest/level_wise/encoder.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t most_bins = 256;  // as in kernels/forest/columns.h

}  // namespace

Encoder::Encoder(const Device& device, const Shape& shape, const Programs& programs,
                 const TrainingData& data)
    : data_(data),
      shape_(shape),
      labels_(device.host, data.samples),
      values_(device.host, data.values.size()),
      sort_(device.host, programs.sort,
            {data.attributes, data.samples, shape.group, shape.elements}),
      value_counts_(device.host, data.attributes),
      edges_(device.host, data.attributes * most_bins),
      edge_counts_(device.host, data.attributes),
      codes_(device.host, data.values.size() * shape.code_bytes),
      order_values_(programs.encode.kernel("order_values")),
      rank_values_(programs.encode.kernel("rank_values")),
      place_edges_(programs.encode.kernel("place_edges")),
      write_codes_(programs.encode.kernel("write_codes")) {}

double Encoder::bytes(const TrainingData& data, const Shape& shape) {
  constexpr std::size_t others = 5;  // bytes of values, labels, counts
  return static_cast<double>(data.values.size()) *
         static_cast<double>(sorting::ColumnSort::bytes_of_key + others + shape.code_bytes);
}

void Encoder::upload() {
  values_.write_async(data_.values);
  labels_.write_async(data_.labels);
}

void Encoder::encode(Launcher& launcher) {
  const std::uint32_t samples = data_.samples;
  launcher.items(order_values_, samples, data_.attributes, values_, samples, sort_.keys(),
                 sort_.numbers());
  sort_.sort(32, [&](const auto&... launch) { launcher.groups(launch...); });
  const auto& ranks = sort_.spare();
  launcher.groups(rank_values_, shape_.group, data_.attributes, 1, sort_.keys(), samples, ranks,
                  values_, value_counts_);
  if (shape_.is_binned()) {
    launcher.groups(place_edges_, shape_.group, data_.attributes, 1, ranks, value_counts_, samples,
                    shape_.bins, edges_, edge_counts_);
  }
  launcher.items(write_codes_, samples, data_.attributes, ranks, sort_.numbers(), samples,
                 data_.attributes, std::uint32_t{shape_.is_binned() ? 1U : 0U}, edges_,
                 edge_counts_, codes_);
}

}  // namespace forest::level_wise
