#include "framework/tuner/online_kernel.hpp"

#include <algorithm>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/kernel_file/compile_options.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/task_arrays.hpp"

namespace assay {
namespace {

bool names_any(const Formula& formula, const Bindings& values) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(formula.text, names));
  return std::ranges::any_of(names, [&](const std::string& name) { return find(values, name); });
}

// Evaluates what a launch consists of, apart from what names any of `values`.
void evaluate(const KernelLaunch& launch, const FormulaNames& names, const Bindings& values) {
  static_cast<void>(names.counts(launch.group));
  static_cast<void>(names.counts(launch.extent));
  for (const KernelArgument& argument : launch.arguments) {
    if (!argument.value.text.empty() && !names_any(argument.value, values)) {
      static_cast<void>(names.whole(argument.value));
    }
    for (const ValuePart& part : argument.parts) {
      for (const Formula& number : part.numbers) {
        if (names_any(number, values)) continue;
        static_cast<void>(bytes_of(names.value(number), part.element));
      }
    }
  }
}

}  // namespace

std::unique_ptr<device::Program> compile_online(device::ProgramBuilder& device,
                                                const KernelDescription& kernel,
                                                const Bindings& configuration,
                                                const Bindings& arguments) {
  FormulaNames names(configuration);
  names.add(arguments);
  std::vector<assay_source> sources;
  for (const SourceFile& file : kernel.sources) {
    sources.push_back({file.name.c_str(), file.text.c_str()});
  }
  std::vector<const KernelLaunch*> launches;
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    launches.push_back(&launch);
  });
  const auto options = compile_options(kernel, compile_constants(kernel, names), names);
  return device.build(sources, options.text(), function_expressions(launches, names));
}

OnlineKernel::OnlineKernel(device::Accelerator& device, std::unique_ptr<device::Program> program,
                           const KernelDescription& kernel, const Bindings& configuration,
                           const Bindings& arguments)
    : device_(device), kernel_(kernel), names_(configuration), program_(std::move(program)) {
  names_.add(arguments);
  for (const ArrayDescription& scratch : kernel.scratch) {
    scratch_[scratch.name] = device.create_buffer(scratch_bytes(scratch, names_));
  }
}

void OnlineKernel::prepare(const Bindings& values) {
  if (planned_ && values == planned_for_) return;
  for (const auto& [name, value] : values) {
    if (names_.find(name) == nullptr) names_.add(name, value);
    names_.rebind(name, value);
  }
  planned_ = false;
  plan_ = plan_launches(kernel_, names_);
  create_functions();
  planned_for_ = values;
  planned_ = true;
}

bool OnlineKernel::fails_by(const Bindings& values) const {
  try {
    for_each_launch(kernel_.steps,
                    [&](const KernelLaunch& launch, const KernelStep& step, const auto& loops) {
                      FormulaNames names = names_;
                      for (const KernelStep* loop : loops) {
                        if (loop->repeat) static_cast<void>(names.whole(*loop->repeat));
                        if (!loop->index.empty()) names.add(loop->index, std::int64_t{0});
                      }
                      if (step.when && !names.holds(*step.when)) return;
                      evaluate(launch, names, values);
                    });
  } catch (const Error&) {
    return false;
  }
  return !values.empty();
}

void OnlineKernel::create_functions() {
  for (const PlannedRounds& part : plan_) {
    for (const PlannedLaunch& launch : part.rounds.front()) {
      std::unique_ptr<device::Kernel>& function =
          functions_[function_name(*launch.description, names_)];
      if (function != nullptr) continue;
      function = device_.create_kernel(*program_, function_name(*launch.description, names_));
    }
  }
}

device::Buffer& OnlineKernel::buffer(const std::string& array, const Buffers& buffers) const {
  const auto scratch = scratch_.find(array);
  return scratch == scratch_.end() ? *buffers.at(array) : *scratch->second;
}

OnlineKernel::Launch OnlineKernel::prepared(const PlannedLaunch& plan,
                                            const Buffers& buffers) const {
  Launch launch{&plan, functions_.at(function_name(*plan.description, names_)).get(), {}};
  for (const PlannedArgument& argument : plan.arguments) {
    switch (argument.kind) {
      case KernelArgument::Kind::array:
        launch.arguments.push_back(
            {ASSAY_ARG_BUFFER, &buffer(argument.array, buffers), nullptr, 0});
        break;
      case KernelArgument::Kind::value:
        launch.arguments.push_back(
            {ASSAY_ARG_BYTES, nullptr, argument.bytes.data(), argument.bytes.size()});
        break;
      case KernelArgument::Kind::local:
        launch.arguments.push_back({ASSAY_ARG_LOCAL, nullptr, nullptr, argument.local_bytes});
        break;
      default:
        throw internal_error("no kernel with images is tuned online");
    }
  }
  return launch;
}

void OnlineKernel::launch(device::Queue* queue, const Buffers& buffers) {
  enqueued_ = 0;
  std::vector<Launch> launches;
  for (const PlannedRounds& part : plan_) {
    for (const PlannedLaunch& launch : part.rounds.front()) {
      launches.push_back(prepared(launch, buffers));
    }
  }
  for (const Launch& launch : launches) {
    device_.launch(queue, *launch.function, launch.plan->global, launch.plan->local,
                   launch.arguments);
    ++enqueued_;
  }
}

}  // namespace assay
