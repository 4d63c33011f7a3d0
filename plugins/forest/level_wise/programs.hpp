// The device code of a configuration.
#pragma once

#include "assay/plugin.hpp"
#include "forest/level_wise/shape.hpp"

namespace forest::level_wise {

// One after the other, each from its source and the headers, with those constants alone that it
// reads: configurations that differ in others share it.
struct Programs {
  Programs(const Device& device, const Shape& shape);

  assay::sdk::Program sort;
  assay::sdk::Program encode;
  assay::sdk::Program bootstrap;
  assay::sdk::Program levels;
  assay::sdk::Program search;
  assay::sdk::Program subtree;
  assay::sdk::Program canonical;
  assay::sdk::Program host;  // what is handed to it and what comes back
};

}  // namespace forest::level_wise
