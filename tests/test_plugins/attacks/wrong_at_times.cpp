#include "attack.hpp"

namespace {

using namespace attack;

// Gives a wrong result in every seventh repetition, from the first or from a later one on.
template <int begin>
class WrongAtTimes : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (++runs_ > begin && runs_ % 7 == 0) y.back() += 1;
  }

 private:
  int runs_ = 0;
};

}  // namespace

void add_wrong_at_times(assay::sdk::Plugin& plugin) {
  add<WrongAtTimes<0>>(plugin, "wrong-at-times.cpu", "Errs in every seventh repetition.");
  add<WrongAtTimes<100>>(plugin, "wrong-later.cpu",
                         "Errs in every seventh repetition after the first hundred.");
}
