#include "stencil/stencil.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  stencil::describe_problem(plugin);
  stencil::describe_loop(plugin);
  stencil::describe_blocks(plugin);
  stencil::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("stencil", "0.1.0", describe)
