#include "framework/tuner/online_problem.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/kernels.hpp"
#include "framework/scenario/placed_text.hpp"
#include "framework/tuner/images.hpp"
#include "framework/tuner/impl.hpp"

namespace assay {
namespace {

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void add(Names& names, const std::string& name) {
  if (!has(names, name)) names.push_back(name);
}

// The names in an expression; none in one that cannot be read, which is reported elsewhere.
Names names_in(const Formula& formula) {
  Names names;
  try {
    static_cast<void>(Expression::parse_collecting(formula.text, names));
  } catch (const Error&) {
    names.clear();
  }
  return names;
}

// Sorts the names of one kernel's expressions into those of its values and those that decide what
// work is done.
class NameCollector {
 public:
  NameCollector(const KernelDescription& kernel, const Bindings& arguments) {
    for (const Parameter& parameter : kernel.parameters) known_.push_back(parameter.name);
    for (const auto& [name, value] : arguments) known_.push_back(name);
    for (const auto& [name, formula] : kernel.defines) known_.push_back(name);
    for (const ArrayDescription& scratch : kernel.scratch) scratch_.push_back(scratch.name);
    visit(kernel.steps, known_);
    for (const auto& [name, formula] : kernel.defines) work_.push_back(formula);
    for (const ArrayDescription& scratch : kernel.scratch) {
      work_.insert(work_.end(), scratch.shape.begin(), scratch.shape.end());
    }
  }

  [[nodiscard]] const Names& arrays() const { return arrays_; }
  [[nodiscard]] const Names& values() const { return values_; }

  // Throws usage Error if a name of the step decides what work is done.
  void require_fixed_work() const {
    for (const Formula& formula : work_) {
      for (const std::string& name : names_in(formula)) {
        if (!has(values_, name)) continue;
        throw error_at(formula.place,
                       fmt::format("'{}' is handed over anew at each step, but decides what work a "
                                   "step does: name it among the arguments of the OnlineTuner",
                                   name));
      }
    }
  }

 private:
  void visit(const std::vector<KernelStep>& steps, const Names& known) {
    for (const KernelStep& step : steps) {
      if (step.when) work_.push_back(*step.when);
      if (step.repeat) work_.push_back(*step.repeat);
      Names inner = known;
      if (!step.index.empty()) inner.push_back(step.index);
      if (step.launch) visit(*step.launch, inner);
      visit(step.steps, inner);
    }
  }

  void visit(const KernelLaunch& launch, const Names& known) {
    work_.insert(work_.end(), launch.group.begin(), launch.group.end());
    work_.insert(work_.end(), launch.extent.begin(), launch.extent.end());
    for (const KernelArgument& argument : launch.arguments) {
      for (const std::string& array : argument.arrays) {
        if (!has(scratch_, array)) add(arrays_, array);
      }
      if (argument.kind == KernelArgument::Kind::local) {
        work_.push_back(argument.value);
      } else {
        visit(argument.value, known);
      }
      for (const ValuePart& part : argument.parts) {
        for (const Formula& number : part.numbers) visit(number, known);
      }
    }
  }

  void visit(const Formula& formula, const Names& known) {
    for (const std::string& name : names_in(formula)) {
      if (!has(known, name)) add(values_, name);
    }
  }

  Names known_;
  Names scratch_;
  Names arrays_;
  Names values_;
  std::vector<Formula> work_;
};

void require_arguments(const Bindings& arguments, const std::string& place) {
  Names seen;
  for (const auto& [name, value] : arguments) {
    if (!is_identifier(name)) {
      throw usage_error("{}: the argument '{}' is not a name: use letters, digits and _", place,
                        name);
    }
    if (has(seen, name)) throw usage_error("{}: there are two arguments '{}'", place, name);
    seen.push_back(name);
  }
}

// A problem that has only the names that kernels may use.
ArrayProblemDescription names_of_problem(const std::string& name, const std::string& place,
                                         const OnlineProblem& online, const Bindings& arguments) {
  ArrayProblemDescription problem;
  problem.name = name;
  problem.place = place;
  for (const auto& [argument, value] : arguments) {
    problem.arguments.push_back({argument, "", value, {}});
  }
  for (const std::string& value : online.values) {
    problem.arguments.push_back({value, "", std::int64_t{0}, {}});
  }
  for (const std::string& array : online.arrays) {
    ArrayDescription& description = problem.arrays.emplace_back();
    description.name = array;
    description.place = place;
  }
  return problem;
}

}  // namespace

OnlineProblem online_problem(const std::string& tuner, const std::string& place,
                             std::vector<KernelDescription> kernels, assay_backend backend,
                             const Bindings& arguments) {
  std::erase_if(kernels, [&](const auto& kernel) { return kernel.backend != backend; });
  if (kernels.empty()) {
    throw usage_error(
        "{}: it has no kernel for {}, which the queue is for: add a kernel() in a {} "
        "file",
        place, backend == ASSAY_CUDA ? "CUDA" : "OpenCL", backend == ASSAY_CUDA ? ".cu" : ".cl");
  }
  require_arguments(arguments, place);
  complete_sizes(kernels);
  OnlineProblem online;
  for (const KernelDescription& kernel : kernels) {
    require_no_images(kernel);
    const NameCollector names(kernel, arguments);
    names.require_fixed_work();
    for (const std::string& array : names.arrays()) add(online.arrays, array);
    for (const std::string& value : names.values()) add(online.values, value);
  }
  KernelFiles files;
  files.problems.push_back(names_of_problem(tuner, place, online, arguments));
  files.kernels = std::move(kernels);
  join_kernels(files);
  files.problems.clear();  // the types of its arrays are not known
  attach_sources(files, std::filesystem::current_path());
  online.kernels = std::move(files.kernels);
  for (const KernelDescription& kernel : online.kernels) {
    if (!kernel.sources.empty()) continue;
    throw usage_error("{}: it is compiled already, which leaves nothing to tune online",
                      kernel.place);
  }
  return online;
}

}  // namespace assay
