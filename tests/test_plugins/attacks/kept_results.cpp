#include "attack.hpp"

namespace {

using namespace attack;

class KeptResults : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    if (kept_.empty()) {
      kept_.resize(y.size());
      compute(kept_);
    }
    std::ranges::copy(kept_, y.begin());
  }

 private:
  std::vector<double> kept_;
};

}  // namespace

void add_kept_results(assay::sdk::Plugin& plugin) {
  add<KeptResults>(plugin, "kept-results.cpu", "Computes once, and hands that out.");
}
