// A trial of compact-grid/evaluate.
#pragma once

#include <cstddef>
#include <span>

#include "assay/plugin.hpp"
#include "compact_grid/accelerator/target.hpp"
#include "compact_grid/accelerator/telling.hpp"
#include "compact_grid/library/tensors.hpp"

namespace compact_grid::accelerator {

// An algorithm (describe.hpp) has
//
//   a constructor                  (target, points), where points is a span of float or double
//                                  [][dimensions], which it uploads
//   enqueue(coefficients, values)  evaluates on the default queue; returns the number of launches

// Coefficients and points are copied to the device before the run, values from it afterwards.
template <class T, class Algorithm>
class EvaluateTrial final : public assay::sdk::Trial {
 public:
  static constexpr const char* problem = "compact-grid/evaluate";
  static void compile(const Target& target) { Algorithm::compile(target); }

  EvaluateTrial(const assay::sdk::Task& task, assay_backend backend)
      : given_(task),
        target_(Target::of_trial(task, backend)),
        coefficients_(target_.host, std::as_bytes(given_.coefficients)),
        values_(target_.host, given_.values.size_bytes()),
        algorithm_(target_, given_.points) {
    tell_device_bytes(target_, coefficients_.size(), algorithm_.table_bytes());
  }

  void run() override {
    const assay::sdk::Phase phase(target_.host, "evaluate");
    launches_ = algorithm_.enqueue(coefficients_, values_);
  }
  void outputs() override {
    values_.read(std::as_writable_bytes(given_.values));
    target_.host.trial_fact("launches", static_cast<double>(launches_));
  }

 private:
  EvaluateTensors<T> given_;
  Target target_;
  assay::sdk::Buffer<std::byte> coefficients_;
  assay::sdk::Buffer<std::byte> values_;
  Algorithm algorithm_;
  std::size_t launches_ = 0;
};

}  // namespace compact_grid::accelerator
