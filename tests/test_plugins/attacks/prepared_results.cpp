#include "attack.hpp"

namespace {

using namespace attack;

class PreparedResults : public Scale {
 public:
  explicit PreparedResults(const Task& task) : Scale(task), results_(y.size()) {
    compute(results_);
  }
  void run() override { std::ranges::copy(results_, y.begin()); }

 private:
  std::vector<double> results_;
};

}  // namespace

void add_prepared_results(assay::sdk::Plugin& plugin) {
  add<PreparedResults>(plugin, "prepared-results.cpu", "Computes before the clock starts.");
}
