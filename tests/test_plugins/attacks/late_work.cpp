#include "attack.hpp"

namespace {

using namespace attack;

class LateWork : public Scale {
 public:
  using Scale::Scale;
  void run() override {}
  void outputs() override { compute(y); }
};

}  // namespace

void add_late_work(assay::sdk::Plugin& plugin) {
  add<LateWork>(plugin, "late-work.cpu", "Computes when outputs are asked for.");
}
