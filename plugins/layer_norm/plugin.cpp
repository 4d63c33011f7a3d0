#include "layer_norm/layer_norm.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  layer_norm::describe_problem(plugin);
  layer_norm::describe_cpu(plugin);
  layer_norm::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("layer-norm", "0.1.0", describe)
