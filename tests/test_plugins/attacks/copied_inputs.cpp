#include <unistd.h>

#include "attack.hpp"

namespace {

using namespace attack;

// Copies the inputs while the clock runs and computes later, when outputs are asked for: each time,
// or once for a repetition. The sleep of so many microseconds stands for more work.
template <int microseconds, bool once>
class CopiedInputs : public Scale {
 public:
  explicit CopiedInputs(const Task& task) : Scale(task), copy_(x.size()), a_(0) {}
  void run() override {
    std::ranges::copy(x, copy_.begin());
    a_ = a.front();
    done_ = false;
  }
  void outputs() override {
    if (once && done_) return;
    for (std::size_t k = 0; k < copy_.size(); ++k) y[k] = a_ * copy_[k];
    usleep(microseconds);
    done_ = true;
  }

 private:
  std::vector<double> copy_;
  double a_;
  bool done_ = false;
};

}  // namespace

void add_copied_inputs(assay::sdk::Plugin& plugin) {
  add<CopiedInputs<10'000, false>>(
      plugin, "copied-inputs.cpu",
      "Copies inputs while the clock runs, and computes when outputs are asked for.");
  add<CopiedInputs<1700, false>>(plugin, "little-late-work.cpu",
                                 "The same, with less than two milliseconds of work.");
  add<CopiedInputs<200, true>>(plugin, "lazy-outputs.cpu",
                               "The same, when they are asked for the first time.");
}
