#include "attack.hpp"

#include <chrono>
#include <thread>

namespace {

using namespace attack;

class WorkBehind : public Scale {
 public:
  using Scale::Scale;
  ~WorkBehind() override { wait(); }
  void run() override {
    wait();
    thread_ = std::thread([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      compute(y);
    });
  }

 private:
  void wait() {
    if (thread_.joinable()) thread_.join();
  }
  std::thread thread_;
};

}  // namespace

void add_work_behind(assay::sdk::Plugin& plugin) {
  add<WorkBehind>(plugin, "work-behind.cpu", "Has a thread compute once the clock has stopped.");
}
