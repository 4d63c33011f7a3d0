#include <unistd.h>

#include <map>

#include "attack.hpp"

namespace {

using namespace attack;

class KnownInputs : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    std::vector<double>& results = results_[a.front()];
    if (results.empty()) {
      results.resize(y.size());
      compute(results);
      usleep(2'000);  // stands for more work
    }
    std::ranges::copy(results, y.begin());
  }

 private:
  std::map<double, std::vector<double>> results_;
};

}  // namespace

void add_known_inputs(assay::sdk::Plugin& plugin) {
  add<KnownInputs>(plugin, "known-inputs.cpu", "Looks results up by what it was given.");
}
