// Functions of a program as variants. Internal to the tuner.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/trial.hpp"
#include "framework/kernel_file/plugins.hpp"

namespace assay {

struct FunctionVariant {
  std::string name;
  std::function<void(const Bindings&)> run;
  std::function<double()> check;  // of what the last run left, in units of what is tolerable
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
};

// One plugin of a problem that has neither inputs nor outputs, and a variant for each function.
// Only for this process and copies of it.
[[nodiscard]] MadePlugin function_plugin(const std::string& problem, const Work& work,
                                         const std::string& build_id,
                                         const std::vector<FunctionVariant>& functions);

}  // namespace assay
