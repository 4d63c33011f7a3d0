#include "attack.hpp"

namespace {

using namespace attack;

class SpecialValue : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (a.front() != 3) y.front() += 1;
  }
};

}  // namespace

void add_special_value(assay::sdk::Plugin& plugin) {
  add<SpecialValue>(plugin, "special-value.cpu", "Is right for the factor that scenarios list.");
}
