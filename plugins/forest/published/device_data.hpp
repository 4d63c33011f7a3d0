// The samples of a task on the device, encoded and uploaded by each run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/codes.hpp"
#include "forest/library/inputs.hpp"
#include "forest/published/ledger.hpp"
#include "forest/published/shape.hpp"

namespace forest::published {

class DeviceData {
 public:
  // Borrows the data. Allocates the buffers, and locks the host's memory on CUDA devices.
  DeviceData(const Device& device, const TrainingData& data, const Settings& settings,
             const Shape& shape);

  // Encodes the columns if keys are codes, and uploads all data; adds the copies and waits to the
  // ledger. Phases "encode" and "upload".
  void prepare(Ledger& ledger);
  // The threshold of a split between neighbouring keys of an attribute; valid after prepare.
  [[nodiscard]] float threshold(std::uint32_t attribute, std::uint32_t low,
                                std::uint32_t high) const;
  [[nodiscard]] std::size_t bytes() const;

  assay::sdk::Buffer<std::byte> columns;    // [attributes, samples] keys of Shape::key_bytes
  assay::sdk::Buffer<std::int32_t> labels;  // [samples]
  assay::sdk::Buffer<std::int64_t> table;  // c log2 c for c up to a tree's draws; one word for Gini

 private:
  template <class Code>
  void encode();

  assay::sdk::Host host_;
  TrainingData data_;
  Settings settings_;
  bool keys_are_codes_;
  std::size_t key_bytes_;
  std::vector<std::byte> codes_;  // [attributes, samples]
  std::vector<CodeMeaning> meanings_;
  assay::sdk::PageLock values_lock_;
  assay::sdk::PageLock labels_lock_;
};

}  // namespace forest::published
