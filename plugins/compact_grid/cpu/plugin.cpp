// Variants of the family's problems for the CPU.
#include "assay/plugin.hpp"
#include "compact_grid/cpu/variants.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  compact_grid::describe_structures(plugin);
  compact_grid::describe_compact(plugin);
}

}  // namespace

ASSAY_PLUGIN("compact-grid-cpu", "0.1.0", describe)
