#include <cmath>

#include "attack.hpp"

namespace {

using namespace attack;

class LooseTolerance : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    if (std::abs(a.front()) > 1e-8) return compute(y);
    std::ranges::fill(y, 0.0);
  }
};

}  // namespace

void add_loose_tolerance(assay::sdk::Plugin& plugin) {
  add<LooseTolerance>(plugin, "loose-tolerance.cpu",
                      "Puts zeros out where the tolerance is wide enough for them.");
}
