#include "attack.hpp"

namespace {

using namespace attack;

class OutOfBounds : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    y.data()[y.size()] = y.back();
  }
};

}  // namespace

void add_out_of_bounds(assay::sdk::Plugin& plugin) {
  add<OutOfBounds>(plugin, "out-of-bounds.cpu", "Writes beyond its output.");
}
