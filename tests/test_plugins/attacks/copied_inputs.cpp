#include <unistd.h>

#include "attack.hpp"

namespace {

using namespace attack;

// It needs the inputs no longer when it works, late.
class CopiedInputs : public Scale {
 public:
  explicit CopiedInputs(const Task& task) : Scale(task), copy_(x.size()), a_(0) {}
  void run() override {
    std::ranges::copy(x, copy_.begin());
    a_ = a.front();
  }
  void outputs() override {
    for (std::size_t k = 0; k < copy_.size(); ++k) y[k] = a_ * copy_[k];
    usleep(10'000);  // the work, if it were more
  }

 private:
  std::vector<double> copy_;
  double a_;
};

}  // namespace

void add_copied_inputs(assay::sdk::Plugin& plugin) {
  add<CopiedInputs>(plugin, "copied-inputs.cpu",
                    "Copies inputs while the clock runs, and computes when outputs are asked for.");
}
