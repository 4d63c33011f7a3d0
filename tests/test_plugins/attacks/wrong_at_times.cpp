#include "attack.hpp"

namespace {

using namespace attack;

class WrongAtTimes : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (++runs_ % 7 == 0) y.back() += 1;
  }

 private:
  int runs_ = 0;
};

}  // namespace

void add_wrong_at_times(assay::sdk::Plugin& plugin) {
  add<WrongAtTimes>(plugin, "wrong-at-times.cpu", "Errs in every seventh repetition.");
}
