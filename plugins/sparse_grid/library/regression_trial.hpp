// A trial of sparse-grid/regression on the host, with the products of any variant.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "sparse_grid/library/host_system.hpp"
#include "sparse_grid/library/regression_scalars.hpp"

namespace sparse_grid {

// Products is a class with
//
//   explicit Products(const assay::sdk::Task& task)
//   void evaluate(std::span<const T> surpluses, std::span<T> values)     values = B^T surpluses
//   void accumulate(std::span<const T> weights, std::span<T> sums)       sums = B weights
//
// whose times are reported as phases of the same names.
template <class T, class Products>
class RegressionTrial final : public assay::sdk::Trial {
 public:
  explicit RegressionTrial(const assay::sdk::Task& task)
      : host_(task.host()),
        products_(task),
        scalars_(task),
        targets_(assay::sdk::elements<const T>(task.input("targets"))),
        surpluses_(assay::sdk::elements<T>(task.output("surpluses"))),
        values_(targets_.size()),
        system_(Gram{this}, scalars_.lambda * static_cast<double>(targets_.size())),
        memory_(System::memory(surpluses_.size())) {}

  void run() override {
    accumulate(targets_, memory_.right);
    const std::size_t iterations =
        conjugate_gradients(system_, memory_, scalars_.stop, Start::zero);
    std::ranges::copy(memory_.solution, surpluses_.begin());
    host_.trial_fact("cg_iterations", static_cast<double>(iterations));
  }

 private:
  struct Gram {
    RegressionTrial* trial;
    void operator()(const std::vector<T>& x, std::vector<T>& y) const {
      {
        const assay::sdk::Phase phase(trial->host_, "evaluate");
        trial->products_.evaluate(x, trial->values_);
      }
      trial->accumulate(trial->values_, y);
    }
  };
  using System = HostSystem<T, Gram>;

  void accumulate(std::span<const T> weights, std::span<T> sums) {
    const assay::sdk::Phase phase(host_, "accumulate");
    products_.accumulate(weights, sums);
  }

  assay::sdk::Host host_;
  Products products_;
  RegressionScalars scalars_;
  std::span<const T> targets_;
  std::span<T> surpluses_;
  std::vector<T> values_;  // at the data points, for the direction
  System system_;
  SolverMemory<System> memory_;
};

}  // namespace sparse_grid
