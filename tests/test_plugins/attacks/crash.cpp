#include "attack.hpp"

#include <cstdlib>

namespace {

using namespace attack;

class Crash : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (++runs_ == 3) std::abort();
  }

 private:
  int runs_ = 0;
};

}  // namespace

void add_crash(assay::sdk::Plugin& plugin) {
  add<Crash>(plugin, "crash.cpu", "Dies in its third repetition.");
}
