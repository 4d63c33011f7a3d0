// A trial of compact-grid/hierarchize on the host, which works in the memory of the coefficients.
#pragma once

#include <algorithm>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"
#include "compact_grid/library/memory.hpp"
#include "compact_grid/library/tensors.hpp"

namespace compact_grid {

// An Algorithm is anything with
//
//   Algorithm(const assay::sdk::Task& task, const HierarchizeTensors<T>& given)   borrows `given`
//   void hierarchize(uint dimension, const Face& face)
//
// which turns the numbers in given.coefficients on a face that is not fixed in that dimension from
// values into coefficients in that dimension; faces that are fixed in it are left unchanged.
template <class T, class Algorithm>
class PassTrial final : public assay::sdk::Trial {
 public:
  explicit PassTrial(const assay::sdk::Task& task)
      : host_(task.host()), given_(task), algorithm_(task, given_) {
    tell_compact_bytes(host_, given_.coefficients.size_bytes(), given_.grid);
  }

  void restore() override { std::ranges::copy(given_.nodal, given_.coefficients.begin()); }
  void run() override {
    const assay::sdk::Phase phase(host_, "hierarchize");
    for_each_pass(given_.grid, [&](uint dimension, const Face& face) {
      algorithm_.hierarchize(dimension, face);
    });
  }

 private:
  assay::sdk::Host host_;
  HierarchizeTensors<T> given_;
  Algorithm algorithm_;
};

}  // namespace compact_grid
