#include "attack.hpp"

namespace {

using namespace attack;

class NoOutput : public Scale {
 public:
  using Scale::Scale;
  void run() override {}
};

}  // namespace

void add_no_output(assay::sdk::Plugin& plugin) {
  add<NoOutput>(plugin, "no-output.cpu", "Does nothing.");
}
