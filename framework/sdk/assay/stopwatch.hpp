#pragma once

#include <chrono>

namespace assay::sdk {

// Measures the seconds since it was created or last restarted, by the steady clock: the only host
// clock of assay.
class Stopwatch {
 public:
  void restart() { start_ = Clock::now(); }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace assay::sdk
