// A plugin with all attacks, and with honest variants.
#include "attack.hpp"

void add_awaited_work(assay::sdk::Plugin& plugin);
void add_clock(assay::sdk::Plugin& plugin);
void add_constant_output(assay::sdk::Plugin& plugin);
void add_copied_inputs(assay::sdk::Plugin& plugin);
void add_crash(assay::sdk::Plugin& plugin);
void add_early_work(assay::sdk::Plugin& plugin);
void add_flood(assay::sdk::Plugin& plugin);
void add_forged_answers(assay::sdk::Plugin& plugin);
void add_fork_twice(assay::sdk::Plugin& plugin);
void add_hang(assay::sdk::Plugin& plugin);
void add_honest(assay::sdk::Plugin& plugin);
void add_input_changed(assay::sdk::Plugin& plugin);
void add_kept_results(assay::sdk::Plugin& plugin);
void add_known_inputs(assay::sdk::Plugin& plugin);
void add_late_work(assay::sdk::Plugin& plugin);
void add_loose_tolerance(assay::sdk::Plugin& plugin);
void add_lower_precision(assay::sdk::Plugin& plugin);
void add_no_output(assay::sdk::Plugin& plugin);
void add_out_of_bounds(assay::sdk::Plugin& plugin);
void add_partial_output(assay::sdk::Plugin& plugin);
void add_prepared_results(assay::sdk::Plugin& plugin);
void add_reaches_out(assay::sdk::Plugin& plugin);
void add_rounded_outputs(assay::sdk::Plugin& plugin);
void add_special_value(assay::sdk::Plugin& plugin);
void add_work_behind(assay::sdk::Plugin& plugin);
void add_wrong(assay::sdk::Plugin& plugin);
void add_wrong_at_times(assay::sdk::Plugin& plugin);

namespace {

void describe(assay::sdk::Plugin& plugin) {
  add_awaited_work(plugin);
  add_clock(plugin);
  add_constant_output(plugin);
  add_copied_inputs(plugin);
  add_crash(plugin);
  add_early_work(plugin);
  add_flood(plugin);
  add_forged_answers(plugin);
  add_fork_twice(plugin);
  add_hang(plugin);
  add_honest(plugin);
  add_input_changed(plugin);
  add_kept_results(plugin);
  add_known_inputs(plugin);
  add_late_work(plugin);
  add_loose_tolerance(plugin);
  add_lower_precision(plugin);
  add_no_output(plugin);
  add_out_of_bounds(plugin);
  add_partial_output(plugin);
  add_prepared_results(plugin);
  add_reaches_out(plugin);
  add_rounded_outputs(plugin);
  add_special_value(plugin);
  add_work_behind(plugin);
  add_wrong(plugin);
  add_wrong_at_times(plugin);
}

}  // namespace

ASSAY_PLUGIN("test-attacks", "1.0", describe)
