// The competitors of a Tuner: kernels with their launches, and functions of the program.
#include <filesystem>
#include <utility>

#include "framework/kernel_file/element.hpp"
#include "framework/scenario/array_problem.hpp"
#include "framework/tuner/images.hpp"
#include "framework/tuner/impl.hpp"

namespace assay {
namespace {

// Reads a value, or a member of a struct.
ValuePart part_of(const KernelInput::Part& given, const std::string& place) {
  ValuePart part;
  std::size_t width = 1;
  if (const auto vector = vector_named(given.type)) {
    part.element = vector->element;
    width = vector->width;
  } else {
    part.element = read_element(given.type, place);
  }
  if (given.numbers.size() != width) {
    throw usage_error("{}: '{}' takes {} number{}, and {} are given", place, given.type, width,
                      width == 1 ? "" : "s", given.numbers.size());
  }
  for (const std::string& number : given.numbers) part.numbers.push_back({number, place});
  return part;
}

KernelArgument argument_of(KernelInput input, assay_backend backend, const std::string& place) {
  KernelArgument argument;
  argument.place = place;
  if (input.kind == KernelInput::Kind::plain && !input.condition.empty()) {
    throw usage_error("{}: when() belongs to images, textures, surfaces and samplers", place);
  }
  if (input.parts.empty()) {
    argument.arrays = std::move(input.arrays);
    argument.value = {std::move(input.turn), place};
    if (input.kind != KernelInput::Kind::plain) show(input, backend, argument);
    return argument;
  }
  if (!input.is_struct && input.parts.front().type == "local") {
    argument.kind = KernelArgument::Kind::local;
    argument.value = {input.parts.front().numbers.front(), place};
    return argument;
  }
  argument.kind = KernelArgument::Kind::value;
  argument.is_struct = input.is_struct;
  for (const KernelInput::Part& part : input.parts) argument.parts.push_back(part_of(part, place));
  return argument;
}

}  // namespace

void complete_sizes(std::vector<KernelDescription>& kernels) {
  for (KernelDescription& kernel : kernels) {
    for_each_launch(kernel.steps, [](KernelLaunch& launch, const auto&, const auto&) {
      const std::size_t given = launch.group.size();
      if (given == 0 || launch.extent.empty() || given > launch.extent.size() ||
          launch.extent.size() > 3) {
        throw usage_error(
            "{}: give local() and either grid() or global() in one to three dimensions, and "
            "local() "
            "in no more than the other",
            launch.place);
      }
      while (launch.group.size() < launch.extent.size()) {
        launch.group.push_back({"1", launch.group.front().place});
      }
    });
  }
}

void Tuner::Impl::add_launch(const std::string& function, std::vector<KernelInput> arguments,
                             const std::string& place) {
  KernelStep step;
  step.place = place;
  KernelLaunch& launch = step.launch.emplace();
  launch.place = place;
  launch.function = {function, place};
  KernelDescription& last = kernel("then");
  for (KernelInput& input : arguments) {
    launch.arguments.push_back(argument_of(std::move(input), last.backend, place));
  }
  last.steps.push_back(std::move(step));
}

Tuner& Tuner::kernel(const std::string& source, std::vector<KernelInput> arguments,
                     const std::string& function) {
  translated([&] {
    KernelDescription kernel;
    kernel.place = impl_->place(fmt::format("kernel of '{}'", source));
    kernel.problem = impl_->scenario.name;
    kernel.source = {source, kernel.place};
    kernel.backend = std::filesystem::path(source).extension() == ".cu" ? ASSAY_CUDA : ASSAY_OPENCL;
    const std::string place = kernel.place;
    impl_->scenario.kernels.kernels.push_back(std::move(kernel));
    impl_->devices.emplace_back();
    impl_->added = Impl::Added::kernel;
    impl_->add_launch(function, std::move(arguments), place);
  });
  return *this;
}

Tuner& Tuner::local(const std::vector<std::string>& sizes) {
  impl_->launch("local").group = impl_->formulas(sizes, "local");
  return *this;
}
Tuner& Tuner::grid(const std::vector<std::string>& sizes) {
  impl_->launch("grid").extent = impl_->formulas(sizes, "grid");
  impl_->launch("grid").in_items = false;
  return *this;
}
Tuner& Tuner::global(const std::vector<std::string>& sizes) {
  impl_->launch("global").extent = impl_->formulas(sizes, "global");
  impl_->launch("global").in_items = true;
  return *this;
}
Tuner& Tuner::options(const std::string& compiler_options) {
  impl_->kernel("options").options = {compiler_options, impl_->place("options")};
  return *this;
}
Tuner& Tuner::define(const std::string& name, const std::string& expression) {
  impl_->kernel("define").defines.emplace_back(
      name, Formula{expression, impl_->place(fmt::format("define '{}'", name))});
  return *this;
}

Tuner& Tuner::scratch(const std::string& name, const std::string& type,
                      const std::vector<std::string>& shape) {
  translated([&] {
    ArrayDescription array;
    array.name = name;
    array.place = impl_->place(fmt::format("scratch '{}'", name));
    array.element = read_element(type, array.place);
    for (const std::string& extent : shape) array.shape.push_back({extent, array.place});
    impl_->kernel("scratch").scratch.push_back(std::move(array));
  });
  return *this;
}

Tuner& Tuner::then(const std::string& function, std::vector<KernelInput> arguments) {
  translated([&] {
    impl_->add_launch(function, std::move(arguments),
                      impl_->place(fmt::format("launch of '{}'", function)));
  });
  return *this;
}

Tuner& Tuner::when(const std::string& expression) {
  impl_->step("when").when = Formula{expression, impl_->place("when")};
  return *this;
}

Tuner& Tuner::repeat(const std::string& times, const std::string& index) {
  KernelStep& last = impl_->step("repeat");
  if (last.repeat) throw TunerError(impl_->place("repeat") + ": the launch is repeated already");
  KernelStep loop;
  loop.place = impl_->place("repeat");
  loop.repeat = Formula{times, loop.place};
  loop.index = index;
  loop.when = std::exchange(last.when, std::nullopt);
  loop.steps.push_back(std::move(last));
  last = std::move(loop);
  return *this;
}

Tuner& Tuner::device(const std::string& id_or_name) {
  static_cast<void>(impl_->kernel("device"));
  impl_->devices.back() = id_or_name;
  return *this;
}

Tuner& Tuner::function(const std::string& name, std::function<void(const Configuration&)> run,
                       std::function<double()> check) {
  FunctionVariant function;
  function.name = name;
  function.run = [run = std::move(run)](const Bindings& configuration) {
    run(Configuration(configuration));
  };
  function.check = std::move(check);
  impl_->functions.push_back(std::move(function));
  impl_->added = Impl::Added::function;
  return *this;
}

Tuner& Tuner::parameter(const std::string& name, std::vector<ParameterValue> values,
                        const std::string& condition) {
  if (values.empty())
    throw TunerError(impl_->place("parameter '" + name + "'") + ": has no values");
  Parameter parameter{name, "", {}, values.front().value(), condition};
  for (const ParameterValue& value : values) parameter.values.push_back(value.value());
  if (impl_->added == Impl::Added::function) {
    impl_->functions.back().parameters.push_back(std::move(parameter));
  } else {
    impl_->kernel("parameter").parameters.push_back(std::move(parameter));
  }
  return *this;
}

Tuner& Tuner::constraint(const std::string& expression) {
  const Constraint constraint{expression, "the program says so"};
  if (impl_->added == Impl::Added::function) {
    impl_->functions.back().constraints.push_back(constraint);
  } else {
    impl_->kernel("constraint").constraints.push_back(constraint);
  }
  return *this;
}

}  // namespace assay
