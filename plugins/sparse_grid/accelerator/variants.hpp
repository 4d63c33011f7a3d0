// Describes an algorithm as variants for both problems and both backends.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/accelerator/operator_trial.hpp"

namespace sparse_grid::accelerator {

// An algorithm is a class of static functions:
//
//   name                       of its variants; ".opencl" or ".cuda" is appended
//   doc(transposed)            of the variant
//   initialises(transposed)    whether its operators may have something to initialise
//   parameters(backend, transposed)
//                              the ParameterSet of its operators
//   create<Real>(device, inputs, configuration, transposed)
//                              a std::unique_ptr<Operator<Real>>
//   compile(device, dimensions, is_double, configuration, transposed)
//                              builds the programs that `create` requires, without data
//
// if the two operators share data that is made once, also
//
//   create_products<Real>(device, inputs, evaluate, accumulate)
//                              Products<Real>, each with its own configuration
//
// if it has too many parameters for a variant in which it is one of several algorithms, also
//
//   is_detail(parameter)       whether the parameter keeps its default there
//
// and, if a trial is more than one operator between tensors, also
//
//   trial_parameters()         the ParameterSet of its trials in addition to the operators'
//   one_operator               the condition on the parameters under which a trial is one operator
//   create_trial<Real>(task, backend, transposed)
//                              a trial, or nullptr if that of one operator suffices

template <class Algorithm, class Real>
concept HasOwnProducts = requires(const Device& device, const Inputs<Real>& inputs,
                                  const Configuration& of_one) {
  Algorithm::template create_products<Real>(device, inputs, of_one, of_one);
};
template <class Algorithm>
concept HasOwnTrials = requires {
  Algorithm::trial_parameters();
};

template <class Algorithm>
class Variants {
 public:
  static void add_to(assay::sdk::Plugin& plugin) {
    for (const bool transposed : {false, true}) {
      for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
        plugin.variant(describe(backend, transposed));
      }
    }
  }

 private:
  static assay::sdk::VariantDescription describe(assay_backend backend, bool transposed) {
    ParameterSet set = Algorithm::parameters(backend, transposed);
    if (Algorithm::initialises(transposed)) {
      set.parameters.push_back({"overlap",
                                "Sums are cleared in a separate queue, during the upload.",
                                {false, true},
                                backend == ASSAY_CUDA});
    }
    if constexpr (HasOwnTrials<Algorithm>) set.add(Algorithm::trial_parameters());
    if (backend == ASSAY_CUDA) set.add(page_lock(), "", one_operator());
    auto variant = assay::sdk::describe_accelerated(
        Algorithm::name,
        transposed ? "sparse-grid/multi-eval-transposed" : "sparse-grid/multi-eval",
        Algorithm::doc(transposed), backend, std::move(set));
    variant.prepare = [=](const assay::sdk::Task& task) {
      return is_double(task) ? prepare<double>(task, backend, transposed)
                             : prepare<float>(task, backend, transposed);
    };
    variant.compile = [=](const assay::sdk::Task& task) {
      Algorithm::compile({task.host(), backend}, read_shapes(task).dimensions, is_double(task),
                         Configuration(task.configuration()), transposed);
    };
    return variant;
  }

  static ParameterSet page_lock() {
    return {{{"page_locked",
              "Whether coefficients and results on the host are page-locked, so that the device "
              "can copy them by itself.",
              {false, true},
              true}},
            {}};
  }
  static std::string one_operator() {
    if constexpr (HasOwnTrials<Algorithm>) return Algorithm::one_operator;
    return "";
  }

  static void record(const assay::sdk::Host& host, const Preparation& preparation) {
    host.trial_fact("grid_layout_seconds", preparation.grid_layout, "s");
    host.trial_fact("data_layout_seconds", preparation.data_layout, "s");
    host.trial_fact("upload_seconds", preparation.upload, "s");
  }

  template <class Real>
  static std::unique_ptr<assay::sdk::Trial> prepare(const assay::sdk::Task& task,
                                                    assay_backend backend, bool transposed) {
    if constexpr (HasOwnTrials<Algorithm>) {
      auto trial = Algorithm::template create_trial<Real>(task, backend, transposed);
      if (trial != nullptr) return trial;
    }
    const Configuration configuration(task.configuration());
    Preparation preparation;
    auto product = Algorithm::template create<Real>({task.host(), backend, &preparation},
                                                    Inputs<Real>(task), configuration, transposed);
    record(task.host(), preparation);
    return std::make_unique<OperatorTrial<Real>>(
        task, transposed, std::move(product),
        typename OperatorTrial<Real>::Options{
            .overlap = Algorithm::initialises(transposed) && configuration.boolean("overlap"),
            .page_locked = backend == ASSAY_CUDA && configuration.boolean("page_locked")});
  }
};

}  // namespace sparse_grid::accelerator
