// A trial of compact-grid/hierarchize.
#pragma once

#include <cstddef>
#include <span>

#include "assay/plugin.hpp"
#include "compact_grid/accelerator/copying.hpp"
#include "compact_grid/accelerator/target.hpp"
#include "compact_grid/accelerator/telling.hpp"
#include "compact_grid/library/tensors.hpp"

namespace compact_grid::accelerator {

// An algorithm (describe.hpp) has
//
//   a constructor     (target)
//   enqueue(numbers)  turns nodal values into coefficients in place, on the default queue; returns
//                     the number of launches
//   passes()          returns the number of passes over the numbers in one run

// Nodal values stay on the device and are copied before each run; the copy is not timed.
template <class T, class Algorithm>
class HierarchizeTrial final : public assay::sdk::Trial {
 public:
  static constexpr const char* problem = "compact-grid/hierarchize";
  static void compile(const Target& target) {
    Copying::compile(target.host, target.backend);
    Algorithm::compile(target);
  }

  HierarchizeTrial(const assay::sdk::Task& task, assay_backend backend)
      : given_(task),
        target_(Target::of_trial(task, backend)),
        nodal_(target_.host, given_.nodal.size_bytes()),
        numbers_(target_.host, given_.nodal.size_bytes()),
        copy_(target_.host, backend),
        algorithm_(target_) {
    nodal_.write(std::as_bytes(given_.nodal));
    tell_device_bytes(target_, numbers_.size(), algorithm_.table_bytes());
    target_.host.trial_fact("passes", static_cast<double>(algorithm_.passes()));
  }

  void restore() override { copy_.enqueue(nodal_, numbers_); }
  void run() override {
    const assay::sdk::Phase phase(target_.host, "hierarchize");
    launches_ = algorithm_.enqueue(numbers_);
  }
  void outputs() override {
    numbers_.read(std::as_writable_bytes(given_.coefficients));
    target_.host.trial_fact("launches", static_cast<double>(launches_));
  }

 private:
  HierarchizeTensors<T> given_;
  Target target_;
  assay::sdk::Buffer<std::byte> nodal_;
  assay::sdk::Buffer<std::byte> numbers_;
  Copying copy_;
  Algorithm algorithm_;
  std::size_t launches_ = 0;
};

}  // namespace compact_grid::accelerator
