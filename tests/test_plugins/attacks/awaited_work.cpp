#include "attack.hpp"

#include <chrono>
#include <thread>

namespace {

using namespace attack;

class AwaitedWork : public Scale {
 public:
  using Scale::Scale;
  ~AwaitedWork() override { wait(); }
  void run() override {
    wait();
    thread_ = std::thread([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      compute(y);
    });
  }
  void outputs() override { wait(); }

 private:
  void wait() {
    if (thread_.joinable()) thread_.join();
  }
  std::thread thread_;
};

}  // namespace

void add_awaited_work(assay::sdk::Plugin& plugin) {
  add<AwaitedWork>(plugin, "awaited-work.cpu",
                   "Has a thread compute, and waits for it when outputs are asked for.");
}
