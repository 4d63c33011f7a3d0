#include "forest/published/device_data.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <thread>

#include "forest/library/ordered_key.hpp"
#include "forest/library/score.hpp"
#include "forest/library/thresholds.hpp"

namespace forest::published {
namespace {

namespace sdk = assay::sdk;

sdk::Buffer<std::int64_t> upload_table(const sdk::Host& host, const TrainingData& data,
                                       const Settings& settings) {
  const CountTable table(settings.criterion == Criterion::entropy ? settings.draws(data.samples)
                                                                  : 0);
  return {host, table.values()};
}

}  // namespace

DeviceData::DeviceData(const Device& device, const TrainingData& data, const Settings& settings,
                       const Shape& shape)
    : columns(device.host, std::max<std::size_t>(data.values.size() * shape.key_bytes, 4)),
      labels(device.host, data.labels.size()),
      table(upload_table(device.host, data, settings)),
      host_(device.host),
      data_(data),
      settings_(settings),
      keys_are_codes_(shape.keys_are_codes),
      key_bytes_(shape.key_bytes) {
  if (keys_are_codes_) codes_.resize(data.values.size() * key_bytes_);
  if (device.backend != ASSAY_CUDA) return;
  values_lock_ = {
      host_, keys_are_codes_ ? std::span<const std::byte>(codes_) : std::as_bytes(data_.values)};
  labels_lock_ = {host_, std::as_bytes(data_.labels)};
}

template <class Code>
void DeviceData::encode() {
  CodedColumns<Code> coded(data_, settings_.bins,
                           static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
  std::memcpy(codes_.data(), coded.codes.data(), codes_.size());
  meanings_ = std::move(coded.meanings);
}

void DeviceData::prepare(Ledger& ledger) {
  if (keys_are_codes_) {
    const sdk::Phase phase(host_, "encode");
    if (key_bytes_ == 1) encode<std::uint8_t>();
    if (key_bytes_ == 2) encode<std::uint16_t>();
    if (key_bytes_ == 4) encode<std::uint32_t>();
  }
  const sdk::Phase phase(host_, "upload");
  columns.write_async(keys_are_codes_ ? std::span<const std::byte>(codes_)
                                      : std::as_bytes(data_.values));
  labels.write_async(data_.labels);
  host_.finish();
  ledger.copies += 2;
  ++ledger.synchronisations;
}

float DeviceData::threshold(std::uint32_t attribute, std::uint32_t low, std::uint32_t high) const {
  if (keys_are_codes_) return meanings_[attribute].threshold(low, high);
  return midpoint(std::bit_cast<float>(bits_of_key(low)), std::bit_cast<float>(bits_of_key(high)));
}

std::size_t DeviceData::bytes() const {
  return columns.size() + labels.size() * sizeof(std::int32_t) +
         table.size() * sizeof(std::int64_t);
}

}  // namespace forest::published
