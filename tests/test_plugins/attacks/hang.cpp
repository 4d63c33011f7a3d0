#include "attack.hpp"

#include <unistd.h>

namespace {

using namespace attack;

class Hang : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    if (++runs_ == 3) {
      for (;;) pause();
    }
  }

 private:
  int runs_ = 0;
};

}  // namespace

void add_hang(assay::sdk::Plugin& plugin) {
  add<Hang>(plugin, "hang.cpu", "Never ends its third repetition.");
}
