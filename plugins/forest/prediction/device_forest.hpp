// A forest on the device, in one of the two layouts that the prediction kernel walks.
#pragma once

#include <cstdint>

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"

namespace forest::prediction {

// The forest's buffers. Those of the layout that is not in use have one element each.
struct DeviceForest {
  // Throws ASSAY_UNSUPPORTED for forests of 2^31 nodes or more: walks count in 32 bits.
  DeviceForest(const assay::sdk::Host& host, const ForestView& forest, bool as_records);

  assay::sdk::Buffer<std::uint32_t> records;  // [4 nodes], see kernels/forest/predict.kernel
  assay::sdk::Buffer<std::int32_t> attributes;
  assay::sdk::Buffer<float> thresholds;
  assay::sdk::Buffer<std::int32_t> links;
  assay::sdk::Buffer<std::uint32_t> roots;  // [trees]
};

}  // namespace forest::prediction
