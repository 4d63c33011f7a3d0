#include "framework/scenario/define_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/expression/lexer.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {
namespace {

class Expander {
 public:
  Expander(const KernelDescription& kernel, const std::vector<std::string>& taken) {
    for (const auto& [name, formula] : kernel.defines) {
      if (std::ranges::find(taken, name) == taken.end()) texts_.emplace(name, formula.text);
    }
  }

  void expand(std::string& text) const {
    std::string result;
    try {
      result = expanded(text);
    } catch (const Error&) {
      return;  // no expression: whoever checks it says so
    }
    if (result.size() > longest) {
      throw usage_error("'{}...' is longer than {} characters once its defines are replaced",
                        text.substr(0, 60), longest);
    }
    text = std::move(result);
  }
  void expand(Formula& formula) const { expand(formula.text); }
  void expand(std::optional<Formula>& formula) const {
    if (formula) expand(*formula);
  }
  void expand(std::vector<Formula>& formulas) const {
    for (Formula& formula : formulas) expand(formula);
  }

  void expand(std::vector<KernelStep>& steps) const {
    for (KernelStep& step : steps) {
      if (texts_.contains(step.index)) {
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
  // Long constants that are named often would take all memory.
  static constexpr std::size_t longest = 1 << 20;

  void expand(KernelLaunch& launch) const {
    expand(launch.group);
    expand(launch.extent);
    for (KernelArgument& argument : launch.arguments) {
      expand(argument.value);
      for (ValuePart& part : argument.parts) expand(part.numbers);
    }
  }

  [[nodiscard]] std::string expanded(const std::string& text) const {
    std::string result;
    std::size_t copied = 0;
    ExpressionLexer lexer(text);
    for (auto token = lexer.next(); token.kind != ExpressionToken::Kind::end;
         token = lexer.next()) {
      if (token.kind != ExpressionToken::Kind::name) continue;
      const auto found = texts_.find(token.spelling);
      if (found == texts_.end()) continue;
      if (result.size() > longest) return result;
      result += text.substr(copied, token.place - copied) + "(" + found->second + ")";
      copied = token.place + token.spelling.size();
    }
    return result + text.substr(copied);
  }

  std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace

void expand_defines(KernelDescription& kernel, const std::vector<std::string>& taken) {
  const Expander expander(kernel, taken);
  expander.expand(kernel.steps);
  for (ArrayDescription& scratch : kernel.scratch) expander.expand(scratch.shape);
  for (Constraint& constraint : kernel.constraints) expander.expand(constraint.expression);
  expander.expand(kernel.compiled_constraints);
  expander.expand(kernel.threads);
}

}  // namespace assay
