#include <unistd.h>

#include "attack.hpp"

namespace {

using namespace attack;

// Long work, for as long as it is short to copy what came of it.
class EarlyWork : public Scale {
 public:
  explicit EarlyWork(const Task& task) : Scale(task), results_(y.size()) {}
  void restore() override {
    compute(results_);
    usleep(10'000);
  }
  void run() override { std::ranges::copy(results_, y.begin()); }

 private:
  std::vector<double> results_;
};

}  // namespace

void add_early_work(assay::sdk::Plugin& plugin) {
  add<EarlyWork>(plugin, "early-work.cpu", "Computes when it restores, before the clock starts.");
}
