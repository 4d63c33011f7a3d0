// assay compare: the store's results of variants on instances, side by side.
#include "tools/assay/comparison_flags.hpp"
#include "tools/assay/output.hpp"

namespace assay::command {
namespace {

struct CompareCommandFlags {
  ComparisonFlags comparison;
  OutputFlags output;
};

}  // namespace

void add_compare(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "compare", "Compare variants by instance: medians, intervals, speed-ups, phases, floors.");
  auto flags = std::make_shared<CompareCommandFlags>();
  flags->comparison.add_to(command);
  flags->output.add_comparison_to(command);
  command.callback([flags, &invocation] {
    const Store store = flags->comparison.store.open(Store::Mode::read_only);
    const Comparison comparison = compare(store, flags->comparison.options(store));
    flags->output.write(comparison);
    invocation.exit_code = verdict_exit(comparison);
  });
}

}  // namespace assay::command
