#include "axpy.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  axpy::describe_problem(plugin);
  axpy::describe_loop(plugin);
  axpy::describe_items(plugin);
}

}  // namespace

ASSAY_PLUGIN("axpy", "1.0", describe)
