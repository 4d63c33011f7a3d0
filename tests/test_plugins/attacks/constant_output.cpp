#include "attack.hpp"

namespace {

using namespace attack;

class ConstantOutput : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = 3 * x[k];
  }
};

}  // namespace

void add_constant_output(assay::sdk::Plugin& plugin) {
  add<ConstantOutput>(plugin, "constant-output.cpu", "Puts the same out, whatever the factor.");
}
