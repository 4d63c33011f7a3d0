#include "attack.hpp"

namespace {

using namespace attack;

class RoundedOutputs : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    for (double& each : y) each = static_cast<float>(each);
  }
};

}  // namespace

void add_rounded_outputs(assay::sdk::Plugin& plugin) {
  add<RoundedOutputs>(
      plugin, "rounded-outputs.cpu",
      "Puts out what float holds of results in double; the tolerance lets it pass.");
}
