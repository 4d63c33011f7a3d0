#include "top_k/top_k.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  top_k::describe_problem(plugin);
  top_k::describe_cpu(plugin);
  top_k::describe_queue(plugin);
  top_k::describe_radix(plugin);
}

}  // namespace

ASSAY_PLUGIN("top_k", "0.1.0", describe)
