// The variants of sort/pairs for the CPU.
#include "assay/plugin.hpp"
#include "sort/cpu/variants.hpp"

namespace {

void describe(assay::sdk::Plugin& plugin) {
  plugin.variant(sorting::std_sort());
  plugin.variant(sorting::gnu_parallel());
}

}  // namespace

ASSAY_PLUGIN("sort-cpu", "0.1.0", describe)
