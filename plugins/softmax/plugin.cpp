#include "softmax/softmax.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  softmax::describe_problem(plugin);
  softmax::describe_cpu(plugin);
  softmax::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("softmax", "0.1.0", describe)
