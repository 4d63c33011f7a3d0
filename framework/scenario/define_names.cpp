#include "framework/scenario/define_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "framework/core/error.hpp"
#include "framework/core/expression/substitution.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {
namespace {

class Expander {
 public:
  Expander(const KernelDescription& kernel, const std::vector<std::string>& taken) {
    for (const auto& [name, formula] : kernel.defines) {
      if (std::ranges::find(taken, name) == taken.end()) named_.emplace(name, formula.text);
    }
  }

  void expand(std::string& text) const { text = substituted(text, named_); }
  void expand(Formula& formula) const { expand(formula.text); }
  void expand(std::optional<Formula>& formula) const {
    if (formula) expand(*formula);
  }
  void expand(std::vector<Formula>& formulas) const {
    for (Formula& formula : formulas) expand(formula);
  }

  void expand(std::vector<KernelStep>& steps) const {
    for (KernelStep& step : steps) {
      if (named_.contains(step.index)) {
        throw error_at(
            step.place,
            fmt::format("the index '{}' is also a constant of 'defines': rename it", step.index));
      }
      expand(step.when);
      expand(step.repeat);
      if (step.launch) expand(*step.launch);
      expand(step.steps);
    }
  }

 private:
  void expand(KernelLaunch& launch) const {
    expand(launch.group);
    expand(launch.extent);
    for (auto& [name, formula] : launch.defines) expand(formula);
    for (KernelArgument& argument : launch.arguments) {
      expand(argument.value);
      expand(argument.when);
      for (ValuePart& part : argument.parts) expand(part.numbers);
    }
  }

  NamedExpressions named_;
};

}  // namespace

void expand_defines(KernelDescription& kernel, const std::vector<std::string>& taken) {
  const Expander expander(kernel, taken);
  expander.expand(kernel.steps);
  for (ArrayDescription& scratch : kernel.scratch) expander.expand(scratch.shape);
  for (Constraint& constraint : kernel.constraints) expander.expand(constraint.expression);
  expander.expand(kernel.compiled_constraints);
  expander.expand(kernel.threads);
  for (KernelLimit& limit : kernel.limits) expander.expand(limit.value);
}

}  // namespace assay
