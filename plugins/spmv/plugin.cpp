#include "spmv/spmv.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  spmv::describe_problem(plugin);
  spmv::describe_cpu(plugin);
  spmv::describe_accelerated(plugin);
}

}  // namespace

ASSAY_PLUGIN("spmv", "0.1.0", describe)
