#include "attack.hpp"

namespace {

using namespace attack;

class Honest : public Scale {
 public:
  using Scale::Scale;
  void run() override { compute(y); }
};

}  // namespace

void add_honest(assay::sdk::Plugin& plugin) {
  add<Honest>(plugin, "honest.cpu", "Computes, each time.");
}
