#include "histogram/histogram.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  histogram::describe_problem(plugin);
  histogram::describe_cpu(plugin);
  histogram::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("histogram", "0.1.0", describe)
