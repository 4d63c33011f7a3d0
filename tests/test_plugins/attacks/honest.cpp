#include <chrono>
#include <thread>

#include "attack.hpp"

namespace {

using namespace attack;

class Honest : public Scale {
 public:
  using Scale::Scale;
  void run() override { compute(y); }
};

// An honest variant that takes 300 microseconds for each element.
class Slow : public Honest {
 public:
  using Honest::Honest;
  void run() override {
    Honest::run();
    std::this_thread::sleep_for(std::chrono::microseconds(300) * x.size());
  }
};

}  // namespace

void add_honest(assay::sdk::Plugin& plugin) {
  add<Honest>(plugin, "honest.cpu", "Computes, each time.");
  add<Slow>(plugin, "slow.cpu", "Computes, each time, and is slow.");
}
