// A forest on the device, in the layout that walks want.
#pragma once

#include <cstdint>

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"

namespace forest::prediction {

// Buffers of the other layout have one element each.
struct DeviceForest {
  // Throws ASSAY_UNSUPPORTED for 2^31 nodes and more: walks count in 32 bits.
  DeviceForest(const assay::sdk::Host& host, const ForestView& forest, bool as_records);

  assay::sdk::Buffer<std::uint32_t> records;  // [4 nodes], see kernels/forest/predict.kernel
  assay::sdk::Buffer<std::int32_t> attributes;
  assay::sdk::Buffer<float> thresholds;
  assay::sdk::Buffer<std::int32_t> links;
  assay::sdk::Buffer<std::uint32_t> roots;  // [trees]
};

}  // namespace forest::prediction
