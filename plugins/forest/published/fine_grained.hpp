// The variant fine-grained: the host steers, and each step of each node is a launch (Haas 2016,
// Algorithm 5.3.1).
#pragma once

#include "assay/plugin.hpp"

namespace forest::published {

assay::sdk::VariantDescription fine_grained_variant(assay_backend backend);

}  // namespace forest::published
