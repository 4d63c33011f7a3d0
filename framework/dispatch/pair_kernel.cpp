#include "framework/dispatch/pair_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/substitution.hpp"
#include "framework/kernel_file/braces.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/kernel_file/limits.hpp"

namespace assay::dispatch {
namespace {

using decision::Feature;
using NamedFormulas = std::vector<std::pair<std::string, Formula>>;

bool is_feature(const std::vector<Feature>& features, const std::string& name) {
  return std::ranges::find(features, name, &Feature::name) != features.end();
}

Bindings without_features(Bindings arguments, const std::vector<Feature>& features) {
  std::erase_if(arguments, [&](const auto& one) { return is_feature(features, one.first); });
  return arguments;
}

bool has_name(const NamedFormulas& formulas, const std::string& name) {
  return std::ranges::find(formulas, name, &NamedFormulas::value_type::first) != formulas.end();
}

class PairKernelReader {
 public:
  PairKernelReader(const KernelDescription& kernel, FormulaNames names,
                   const std::vector<Feature>& features)
      : kernel_(kernel), names_(std::move(names)), features_(features) {
    for (const std::string& name : names_.names()) {
      known_[name] = expression_literal(*names_.find(name));
    }
  }

  PairKernel read() {
    PairKernel pair;
    pair.backend = kernel_.backend;
    pair.source = kernel_.source.text;
    pair.options = filled_in(kernel_.options.text);
    try {
      pair.constants = constants_for({});
      add_remarks(pair.constants);
      pair.steps = steps(kernel_.steps, known_, {});
    } catch (const Error& error) {
      pair.refusal = error.what();
    }
    pair.remarks = std::move(remarks_);
    return pair;
  }

 private:
  // A text with the values of names in braces, which for features stay as they are.
  [[nodiscard]] std::string filled_in(const std::string& text) const {
    return with_values_in_braces(text, [&](const std::string& name) {
      const Value* value = names_.find(name);
      return value == nullptr ? "{" + name + "}" : constant_text(*value);
    });
  }

  [[nodiscard]] bool is_of_input(const Formula& formula) const {
    std::vector<std::string> names;
    static_cast<void>(Expression::parse_collecting(substituted(formula.text, known_), names));
    return !names.empty();
  }

  // The constants of the launches that have `own` ones.
  [[nodiscard]] PairConstants constants_for(const NamedFormulas& own) const {
    PairConstants constants;
    KernelDescription fixed = kernel_;
    KernelLaunch launch;
    const auto sort_out = [&](const auto& define, NamedFormulas& kept) {
      if (!is_of_input(define.second)) return kept.push_back(define);
      constants.of_input.emplace_back(define.first, substituted(define.second.text, known_));
    };
    fixed.defines.clear();
    for (const auto& define : kernel_.defines) {
      if (!has_name(own, define.first)) sort_out(define, fixed.defines);
    }
    for (const auto& define : own) sort_out(define, launch.defines);
    constants.fixed = compile_constants(fixed, launch, names_);
    // A constant that follows the input may replace a parameter's.
    std::erase_if(constants.fixed, [&](const auto& one) {
      return std::ranges::find(constants.of_input, one.first,
                               &std::pair<std::string, std::string>::first) !=
             constants.of_input.end();
    });
    return constants;
  }

  void add_files(const char* what, const std::vector<PlacedText>& files) {
    std::vector<std::string> names;
    for (const PlacedText& file : files) names.push_back(file.text);
    if (!names.empty()) remarks_.push_back(fmt::format("{} {}", what, fmt::join(names, ", ")));
  }

  void add_remarks(const PairConstants& constants) {
    add_files("compiled together with", kernel_.more_sources);
    add_files("linked with", kernel_.linked);
    add_files("includes files from", kernel_.include_folders);
    if (!kernel_.generator.text.empty()) {
      remarks_.push_back("the source is what this prints: " + filled_in(kernel_.generator.text));
    }
    if (!kernel_.compiler.empty()) remarks_.push_back("compiled by " + kernel_.compiler);
    for (const auto& [name, expression] : constants.of_input) {
      remarks_.push_back(fmt::format("compiled with {} defined as {}", name, expression));
    }
    for (const std::string& name : names_in_braces(kernel_.options.text)) {
      if (names_.find(name) != nullptr) continue;
      remarks_.push_back(fmt::format("the options' {{{}}} is the input's", name));
    }
    bool by_expression = false;
    for_each_launch(kernel_.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
      by_expression = by_expression || launch.by_expression;
    });
    if (by_expression) {
      remarks_.emplace_back(
          "the names of its functions are expressions of C++: "
          "nvrtcGetLoweredName tells what the program calls them");
    }
    if (kernel_.threads) {
      remarks_.push_back("OpenMP threads: " + substituted(kernel_.threads->text, known_));
    }
    for (const KernelLimit& limit : kernel_.limits) {
      remarks_.push_back(fmt::format("measured on a device held to {} = {} {}", limit_name(limit),
                                     substituted(limit.value.text, known_),
                                     limit.what == ASSAY_LIMIT_POWER ? "W" : "MHz"));
    }
  }

  // The formula over features and indices. Throws usage Error for one that names anything else.
  [[nodiscard]] std::string expression(const Formula& formula, const NamedExpressions& known,
                                       const std::vector<std::string>& indices) const {
    std::string text = substituted(formula.text, known);
    std::vector<std::string> names;
    static_cast<void>(Expression::parse_collecting(text, names));
    for (const std::string& name : names) {
      if (is_feature(features_, name) || std::ranges::find(indices, name) != indices.end())
        continue;
      throw usage_error("'{}' names '{}', which is no feature", formula.text, name);
    }
    return text;
  }

  // The name is an expression of C++ in which values may stand.
  [[nodiscard]] std::string function(const KernelLaunch& launch) const {
    std::string name = function_name(launch, names_);
    FormulaNames with_features = names_;
    for (const Feature& feature : features_) with_features.add(feature.name, std::int64_t{0});
    if (function_name(launch, with_features) == name) return name;
    throw usage_error("the function '{}' is another one for each input", launch.function.text);
  }

  PairLaunch launch(const KernelLaunch& described, const NamedExpressions& known,
                    const std::vector<std::string>& indices) {
    const auto expressions = [&](const std::vector<Formula>& formulas) {
      std::vector<std::string> texts;
      for (const Formula& formula : formulas) texts.push_back(expression(formula, known, indices));
      return texts;
    };
    PairLaunch launch;
    launch.number = launches_++;
    launch.function = function(described);
    launch.constants = constants_for(described.defines);
    for (const auto& [name, value] : launch.constants.of_input) {
      if (!has_name(described.defines, name)) continue;
      remarks_.push_back(
          fmt::format("launch {} is compiled with {} defined as {}", launch.number, name, value));
    }
    launch.block = expressions(described.group);
    launch.extent = expressions(described.extent);
    launch.in_items = described.in_items;
    for (const KernelArgument& argument : described.arguments) {
      if (argument.kind != KernelArgument::Kind::local) continue;
      launch.local.push_back(expression(argument.value, known, indices));
    }
    return launch;
  }

  std::vector<PairStep> steps(const std::vector<KernelStep>& described,
                              const NamedExpressions& known,
                              const std::vector<std::string>& indices) {
    std::vector<PairStep> all;
    for (const KernelStep& each : described) {
      PairStep step;
      if (each.when) step.when = expression(*each.when, known, indices);
      if (each.launch) {
        step.launch = launch(*each.launch, known, indices);
      } else {
        read_loop(each, known, indices, step);
      }
      all.push_back(std::move(step));
    }
    return all;
  }

  void read_loop(const KernelStep& described, const NamedExpressions& known,
                 std::vector<std::string> indices, PairStep& step) {
    if (!described.until.empty()) {
      throw usage_error("how often the loop until '{}' runs depends on data", described.until);
    }
    step.repeat = described.repeat ? expression(*described.repeat, known, indices) : "1";
    step.index = described.index;
    NamedExpressions inner = known;
    inner.erase(described.index);
    indices.push_back(described.index);
    step.steps = steps(described.steps, inner, indices);
  }

  const KernelDescription& kernel_;
  const FormulaNames names_;
  const std::vector<Feature>& features_;
  NamedExpressions known_;  // the same names
  std::size_t launches_ = 0;
  std::vector<std::string> remarks_;
};

}  // namespace

PairKernel pair_kernel(const KernelDescription& kernel, const Bindings& configuration,
                       const Bindings& arguments, const std::vector<Feature>& features) {
  return PairKernelReader(
             kernel, formula_names(kernel, configuration, without_features(arguments, features)),
             features)
      .read();
}

}  // namespace assay::dispatch
