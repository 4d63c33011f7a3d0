#include "attack.hpp"

namespace {

using namespace attack;

class Wrong : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    y[y.size() / 2] += 1e-3;
  }
};

}  // namespace

void add_wrong(assay::sdk::Plugin& plugin) {
  add<Wrong>(plugin, "wrong.cpu", "Errs in one element.");
}
