#include "scan/scan.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  scan::describe_problem(plugin);
  scan::describe_cpu(plugin);
  scan::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("scan", "0.1.0", describe)
