#pragma once

#include <chrono>
#include <thread>

#include "attack.hpp"

namespace attack {

// A trial whose runs leave the work to a thread, which takes its time.
class Behind : public Scale {
 public:
  using Scale::Scale;
  ~Behind() override { wait(); }
  void run() override {
    wait();
    thread_ = std::thread([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      compute(y);
    });
  }

 protected:
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

}  // namespace attack
