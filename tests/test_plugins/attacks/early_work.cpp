#include <unistd.h>

#include "attack.hpp"

namespace {

using namespace attack;

// Computes before the clock starts and only copies results while it runs. The sleep of so many
// microseconds stands for more work.
template <int microseconds>
class EarlyWork : public Scale {
 public:
  explicit EarlyWork(const Task& task) : Scale(task), results_(y.size()) {}
  void restore() override {
    compute(results_);
    usleep(microseconds);
  }
  void run() override { std::ranges::copy(results_, y.begin()); }

 private:
  std::vector<double> results_;
};

}  // namespace

void add_early_work(assay::sdk::Plugin& plugin) {
  add<EarlyWork<10'000>>(plugin, "early-work.cpu",
                         "Computes when it restores, before the clock starts.");
  add<EarlyWork<1700>>(plugin, "little-early-work.cpu",
                       "The same, with less than two milliseconds of work.");
}
