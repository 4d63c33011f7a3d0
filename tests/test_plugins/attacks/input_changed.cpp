#include "attack.hpp"

namespace {

using namespace attack;

class InputChanged : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    const_cast<double&>(x.front()) += 1;
  }
};

}  // namespace

void add_input_changed(assay::sdk::Plugin& plugin) {
  add<InputChanged>(plugin, "input-changed.cpu", "Writes into what it is to read.");
}
