// A plugin with all attacks on a GPU, and with an honest variant.
#include "attack.hpp"

void add_elsewhen(assay::sdk::Plugin& plugin);
void add_kernels(assay::sdk::Plugin& plugin);
void add_other_context(assay::sdk::Plugin& plugin);

namespace {

void describe_attacks(assay::sdk::Plugin& plugin) {
  add_elsewhen(plugin);
  add_kernels(plugin);
  add_other_context(plugin);
}

}  // namespace

ASSAY_PLUGIN("test-attacks-cuda", "1.0", describe_attacks)
