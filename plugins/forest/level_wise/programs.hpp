// The device code of a configuration.
#pragma once

#include "assay/plugin.hpp"
#include "forest/level_wise/shape.hpp"

namespace forest::level_wise {

// Programs built one after another, each from its source and the headers, with only those constants
// that it reads: configurations that differ in other constants share it.
struct Programs {
  Programs(const Device& device, const Shape& shape);

  assay::sdk::Program sort;
  assay::sdk::Program encode;
  assay::sdk::Program bootstrap;
  assay::sdk::Program levels;
  assay::sdk::Program search;
  assay::sdk::Program subtree;
  assay::sdk::Program canonical;
  assay::sdk::Program host;  // hands nodes to the host and grafts those that come back
};

}  // namespace forest::level_wise
