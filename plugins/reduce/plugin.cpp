#include "reduce/reduce.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  reduce::describe_problem(plugin);
  reduce::describe_cpu(plugin);
  reduce::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("reduce", "0.1.0", describe)
