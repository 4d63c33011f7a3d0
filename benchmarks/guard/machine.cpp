#include "benchmarks/guard/machine.hpp"

#include <cmath>

namespace assay::guard {

Machine::Machine(std::unique_ptr<Noise> noise, Layout layout, double effect, std::uint64_t seed)
    : noise_(std::move(noise)), layout_(std::move(layout)), effect_(effect), random_(seed) {
  start_process();
}

void Machine::start_process() {
  if (layout_) {
    for (double& layout : layouts_) layout = layout_(random_);
  }
  noise_->restart(random_);
}

double Machine::run(Build build) {
  const double effect = build == Build::candidate ? effect_ : 0;
  return noise_->next(random_) * std::exp(effect + layouts_[static_cast<std::size_t>(build)]);
}

}  // namespace assay::guard
