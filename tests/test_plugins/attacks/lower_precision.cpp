#include "attack.hpp"

namespace {

using namespace attack;

class LowerPrecision : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    const auto factor = static_cast<float>(a.front());
    for (std::size_t k = 0; k < x.size(); ++k) y[k] = factor * static_cast<float>(x[k]);
  }
};

}  // namespace

void add_lower_precision(assay::sdk::Plugin& plugin) {
  add<LowerPrecision>(plugin, "lower-precision.cpu",
                      "Computes in float what is given in double; the tolerance lets it pass.");
}
