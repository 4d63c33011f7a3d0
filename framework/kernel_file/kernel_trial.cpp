#include "framework/kernel_file/kernel_trial.hpp"

#include <algorithm>

#include "assay/element.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/compiled_constraints.hpp"
#include "framework/kernel_file/fill.hpp"
#include "framework/kernel_file/image.hpp"
#include "framework/kernel_file/task_arrays.hpp"

namespace assay {
namespace {

// The memory of an array that an argument shows by an image.
sdk::Buffer<std::byte> image_memory(const sdk::Host& host, const KernelArgument& shown,
                                    const std::string& array, assay_element element,
                                    std::span<const std::int64_t> shape) {
  const ShownImage image(shown, array, element, shape);
  return {host, image.description()};
}

}  // namespace

KernelTrial::KernelTrial(const KernelDescription& kernel, const sdk::Task& task)
    : kernel_(kernel),
      host_(task.host()),
      names_(names_of(task)),
      plan_(as_plugin([&] { return plan_launches(kernel, names_); })),
      programs_(as_plugin([&] { return build_programs(kernel, plan_, names_, host_); })) {
  as_plugin([&] {
    for (const BuiltProgram& built : programs_) create_functions(built);
    launches_ = {plan_, [&](const PlannedLaunch& launch) { return prepared(task, launch); }};
    for (const PlannedRounds& part : plan_) {
      if (!part.until.empty()) static_cast<void>(array_named(task, part.until, nullptr));
    }
    for (const KernelVariable& variable : kernel.variables) {
      const TaskArray input = task_array(task, variable.array.text, kernel.problem);
      variables_.emplace_back(variable.name, input.initial);
    }
  });
}

// Copies within the device take a fraction of the time of those from the host, but need room.
sdk::Buffer<std::byte> KernelTrial::original(const std::function<sdk::Buffer<std::byte>()>& make) {
  try {
    return make();
  } catch (const sdk::Error& error) {
    if (error.status() != ASSAY_OUT_OF_MEMORY) throw;
    return {};
  }
}

KernelTrial::Array KernelTrial::tensor_array(const sdk::Task& task, const std::string& name,
                                             const KernelArgument* shown) const {
  const TaskArray given = task_array(task, name, kernel_.problem);
  Array array;
  array.initial = given.initial;
  array.output = given.output;
  array.element_bytes = given.element_bytes;
  const bool only_read = given.output == nullptr;
  if (only_read && shown == nullptr) {
    array.buffer = sdk::Buffer<std::byte>::of_input(host_, given.initial);
    return array;
  }
  array.buffer = shown == nullptr ? sdk::Buffer<std::byte>(host_, given.bytes)
                                  : image_memory(host_, *shown, name, given.element, given.shape);
  if (only_read) {
    array.buffer.write(given.initial);
  } else if (!given.initial.empty()) {
    array.restored = true;
    array.original =
        original([&] { return sdk::Buffer<std::byte>::of_input(host_, given.initial); });
  }
  return array;
}

KernelTrial::Array KernelTrial::scratch_array(const ArrayDescription& scratch,
                                              const KernelArgument* shown) const {
  const std::size_t bytes = scratch_bytes(scratch, names_);
  const assay_element element = scratch_element(scratch, names_);
  Array array;
  array.element_bytes = sdk::element_size(element);
  array.buffer = shown == nullptr ? sdk::Buffer<std::byte>(host_, bytes)
                                  : image_memory(host_, *shown, scratch.name, element,
                                                 names_.counts(scratch.shape));
  if (scratch.fill.rule == "none") return array;
  array.filled.resize(bytes);
  fill_array(array.filled, scratch, element);
  array.initial = array.filled;
  array.restored = true;
  array.original = original(
      [&] { return sdk::Buffer<std::byte>(host_, std::span<const std::byte>(array.filled)); });
  return array;
}

// An array that the kernel takes twice is one buffer.
KernelTrial::Array& KernelTrial::array_named(const sdk::Task& task, const std::string& name,
                                             const KernelArgument* shown) {
  const auto known = arrays_.find(name);
  if (known != arrays_.end()) return known->second;
  const auto scratch = std::ranges::find(kernel_.scratch, name, &ArrayDescription::name);
  Array made = scratch == kernel_.scratch.end() ? tensor_array(task, name, shown)
                                                : scratch_array(*scratch, shown);
  return arrays_.emplace(name, std::move(made)).first->second;
}

// Arrays come later: a configuration that its constraints refuse costs no memory and no copies.
void KernelTrial::create_functions(const BuiltProgram& built) {
  std::map<std::string, const sdk::Kernel*> known;
  for (const KernelLaunch* launch : built.launches) {
    const std::string name = function_name(*launch, names_);
    if (!known.contains(name)) {
      kernels_.push_back(built.function(name));
      require_constraints(kernels_.back(), name);
      known[name] = &kernels_.back();
    }
    functions_[launch] = known[name];
  }
}

void KernelTrial::require_constraints(const sdk::Kernel& function, const std::string& name) const {
  const auto unchecked = unchecked_constraints(
      kernel_, names_, host_, name,
      [&](const std::string& fact) { return function.find_fact(fact.c_str()); });
  if (unchecked.empty()) return;
  throw sdk::Error(
      ASSAY_UNSUPPORTED,
      fmt::format("{}: the constraint cannot be checked; leave it out", unchecked.front()));
}

KernelTrial::Launch KernelTrial::prepared(const sdk::Task& task, const PlannedLaunch& plan) {
  require_group(plan);
  Launch launch{functions_.at(plan.description), &plan, {}};
  const auto shown = [&](const PlannedArgument& argument) {
    return array_named(task, argument.array, argument.description).buffer.get();
  };
  for (const PlannedArgument& argument : plan.arguments) {
    const auto* sampler = &argument.sampler;
    switch (argument.kind) {
      case KernelArgument::Kind::array:
        launch.arguments.push_back({ASSAY_ARG_BUFFER,
                                    array_named(task, argument.array, nullptr).buffer.get(),
                                    nullptr, 0});
        break;
      case KernelArgument::Kind::image:
      case KernelArgument::Kind::surface:
        launch.arguments.push_back({ASSAY_ARG_IMAGE, shown(argument), nullptr, 0});
        break;
      case KernelArgument::Kind::texture:
        launch.arguments.push_back({ASSAY_ARG_TEXTURE, shown(argument), sampler, sizeof *sampler});
        break;
      case KernelArgument::Kind::sampler:
        launch.arguments.push_back({ASSAY_ARG_SAMPLER, nullptr, sampler, sizeof *sampler});
        break;
      case KernelArgument::Kind::value:
        launch.arguments.push_back(
            {ASSAY_ARG_BYTES, nullptr, argument.bytes.data(), argument.bytes.size()});
        break;
      case KernelArgument::Kind::local:
        launch.arguments.push_back({ASSAY_ARG_LOCAL, nullptr, nullptr, argument.local_bytes});
        break;
    }
  }
  return launch;
}

// Checks the group size. Constraints exclude invalid groups from the space, but a reference is
// configured by the user.
void KernelTrial::require_group(const PlannedLaunch& plan) const {
  double items = 1;
  for (std::size_t k = 0; k < plan.local.size(); ++k) {
    const std::string limit = fmt::format("max_work_item_{}", k);
    const auto size = static_cast<double>(plan.local[k]);
    items *= size;
    for (const auto& [asked, allowed] :
         {std::pair(size, host_.device_fact(limit.c_str())),
          std::pair(items, host_.device_fact("max_work_group_size"))}) {
      if (asked <= allowed) continue;
      throw error_at(plan.description->group[k].place,
                     fmt::format("makes groups of {} work items, but the device allows {}: choose "
                                 "other values of its parameters",
                                 asked, allowed));
    }
  }
}

void KernelTrial::upload_outputs() {
  for (auto& [name, array] : arrays_) {
    if (array.output != nullptr) array.buffer.write(bytes_in(*array.output));
  }
}

void KernelTrial::restore() {
  for (auto& [name, array] : arrays_) {
    if (!array.restored) continue;
    if (array.original.get() != nullptr) {
      array.buffer.copy(array.original);
    } else {
      array.buffer.write(array.initial);
    }
  }
  for (const auto& [name, bytes] : variables_) {
    for (const BuiltProgram& built : programs_) built.program.write(name.c_str(), bytes);
  }
}

void KernelTrial::run() {
  const sdk::Phase phase(host_, kernel_phase);
  launches_.run(
      [](const Launch& launch) {
        launch.function->launch_packed(nullptr, launch.plan->global, launch.plan->local,
                                       launch.arguments);
      },
      [this](const std::string& flag) {
        const Array& array = arrays_.at(flag);
        std::vector<std::byte> element(array.element_bytes);
        array.buffer.read(element);
        return is_set(element);
      });
}

void KernelTrial::outputs() {
  for (auto& [name, array] : arrays_) {
    if (array.output != nullptr) array.buffer.read(bytes_in(*array.output));
  }
}

}  // namespace assay
