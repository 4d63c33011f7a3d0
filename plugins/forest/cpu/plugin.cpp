#include "assay/plugin.hpp"
#include "forest/cpu/variants.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  plugin.variant(forest::serial_variant());
  plugin.variant(forest::openmp_variant());
  plugin.variant(forest::predict_variant());
}

}  // namespace

ASSAY_PLUGIN("forest-cpu", "0.1.0", describe)
