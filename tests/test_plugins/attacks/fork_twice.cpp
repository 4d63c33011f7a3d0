#include "attack.hpp"

#include <unistd.h>

namespace {

using namespace attack;

class ForkTwice : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (++runs_ == 2) static_cast<void>(fork());
  }

 private:
  int runs_ = 0;
};

}  // namespace

void add_fork_twice(assay::sdk::Plugin& plugin) {
  add<ForkTwice>(plugin, "fork-twice.cpu", "Goes on as two processes, both of which answer.");
}
