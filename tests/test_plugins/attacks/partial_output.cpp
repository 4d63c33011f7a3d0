#include "attack.hpp"

namespace {

using namespace attack;

class PartialOutput : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    for (std::size_t k = 0; k < x.size() / 2; ++k) y[k] = a.front() * x[k];
  }
};

}  // namespace

void add_partial_output(assay::sdk::Plugin& plugin) {
  add<PartialOutput>(plugin, "partial-output.cpu", "Computes a half.");
}
