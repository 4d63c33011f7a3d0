#include "behind.hpp"

namespace {

class AwaitedWork : public attack::Behind {
 public:
  using Behind::Behind;
  void outputs() override { wait(); }
};

}  // namespace

void add_awaited_work(assay::sdk::Plugin& plugin) {
  attack::add<AwaitedWork>(plugin, "awaited-work.cpu",
                           "Has a thread compute, and waits for it when outputs are asked for.");
}
