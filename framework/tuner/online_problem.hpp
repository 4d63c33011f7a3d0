// The kernels of a Tuner as an online tuner runs them: on arrays that a program hands over.
#pragma once

#include <string>
#include <vector>

#include "framework/kernel_file/kernel.hpp"

namespace assay {

struct OnlineProblem {
  std::vector<KernelDescription> kernels;  // of one backend, with their sources
  std::vector<std::string> arrays;         // that any of them takes from the program
  // Names that only values of arguments and turns of arrays use, and that nothing else defines: the
  // program hands their values over at each step.
  std::vector<std::string> values;
};

// Completes the kernels of a backend and checks them against their sources, which are read relative
// to the current folder. `arguments` are the names that expressions may use beside parameters;
// `tuner` and `place` stand in messages. Throws usage Error.
[[nodiscard]] OnlineProblem online_problem(const std::string& tuner, const std::string& place,
                                           std::vector<KernelDescription> kernels,
                                           assay_backend backend, const Bindings& arguments);

}  // namespace assay
