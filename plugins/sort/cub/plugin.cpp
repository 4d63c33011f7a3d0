// The variants of sort/pairs by NVIDIA's CUB and Thrust.
#include "assay/plugin.hpp"
#include "sort/cub/variants.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  plugin.variant(sorting::cub_peers::radix_cub());
  plugin.variant(sorting::cub_peers::segmented_cub());
  plugin.variant(sorting::cub_peers::composite_cub());
  plugin.variant(sorting::cub_peers::radix_thrust());
}

}  // namespace

ASSAY_PLUGIN("sort-cub", "0.1.0", describe)
