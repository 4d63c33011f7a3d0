// Variants of the family's problems for the CPU's vector units.
#include "assay/plugin.hpp"
#include "compact_grid/vectorised/variants.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  plugin.variant(compact_grid::poles_variant());
  plugin.variant(compact_grid::factors_variant());
}

}  // namespace

ASSAY_PLUGIN("compact-grid-vectorised", "0.1.0", describe)
