#include "transpose/transpose.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  transpose::describe_problem(plugin);
  transpose::describe_cpu(plugin);
  transpose::describe_registers(plugin);
  transpose::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("transpose", "0.1.0", describe)
