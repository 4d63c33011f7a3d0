#include "attack.hpp"

#include <cstdio>
#include <string>

namespace {

using namespace attack;

class Flood : public Scale {
 public:
  using Scale::Scale;
  void run() override {
    compute(y);
    for (int k = 0; k < 100; ++k) std::puts(words_.c_str());
  }

 private:
  std::string words_ = std::string(std::size_t{1} << 20U, 'x');
};

}  // namespace

void add_flood(assay::sdk::Plugin& plugin) {
  add<Flood>(plugin, "flood.cpu", "Prints a hundred megabytes.");
}
