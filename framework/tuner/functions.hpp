// Functions of a program as variants. Internal to the tuner.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/kernel_file/plugins.hpp"

namespace assay {

struct FunctionVariant {
  std::string name;
  std::function<void(const Bindings&)> run;
  std::function<double()> check;  // the error of the last run's results, in tolerances
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
};

// Makes one plugin with a problem that has neither inputs nor outputs, and a variant for each
// function. Valid only in this process and its copies.
[[nodiscard]] MadePlugin function_plugin(const std::string& problem, const Work& work,
                                         const std::string& build_id,
                                         const std::vector<FunctionVariant>& functions);

}  // namespace assay
