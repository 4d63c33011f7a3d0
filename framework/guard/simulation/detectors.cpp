#include "framework/guard/simulation/detectors.hpp"

#include "framework/measure/pair_order.hpp"

namespace assay::guard {

std::vector<inference::TimePair> run_block(Machine& machine, std::size_t pairs, Random& random) {
  machine.start_process();
  std::vector<inference::TimePair> block;
  for (const bool baseline_first : random_pair_order(pairs, random)) {
    inference::TimePair& pair = block.emplace_back();
    if (baseline_first) pair.baseline = machine.run(Build::baseline);
    pair.candidate = machine.run(Build::candidate);
    if (!baseline_first) pair.baseline = machine.run(Build::baseline);
  }
  return block;
}

Detector guard_detector(const GuardSettings& settings, const RunCosts& costs) {
  const auto looks = inference::plan_looks(settings.looks, settings.alpha);
  const double block_seconds = costs.process + 2 * static_cast<double>(settings.pairs) * costs.run;
  return {settings.delta > 0 ? "guard" : "guard, no margin",
          [settings, looks, block_seconds](Machine& machine, Random& random) {
            inference::SequentialTest test(looks, settings.delta, 0);
            while (true) {
              const auto decision =
                  test.add(inference::block_effect(run_block(machine, settings.pairs, random)));
              if (!decision || !decision->final) continue;
              const double blocks = static_cast<double>(test.effects().size());
              return Finding{decision->verdict.outcome, blocks * block_seconds};
            }
          }};
}

}  // namespace assay::guard
