#include "framework/kernel_file/host_trial.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "assay/element.hpp"
#include "assay/sizes.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/as_plugin.hpp"
#include "framework/kernel_file/fill.hpp"
#include "framework/kernel_file/host_wrapper.hpp"
#include "framework/kernel_file/task_arrays.hpp"

namespace assay {
namespace {

constexpr std::size_t scratch_alignment = 64;  // of scratch arrays, for the widest vectors

// A function of the OpenMP runtime that the code uses, if it uses any.
template <class Function>
Function* openmp(const HostCode& code, const char* name) {
  return reinterpret_cast<Function*>(code.find(name));
}

}  // namespace

HostTrial::HostTrial(const KernelDescription& kernel, const sdk::Task& task)
    : kernel_(kernel),
      host_(task.host()),
      names_(names_of(task)),
      plan_(as_plugin([&] { return plan_launches(kernel, names_); })),
      code_(kernel, names_, host_) {
  as_plugin([&] {
    if (kernel.threads) threads_ = static_cast<int>(names_.count(*kernel.threads));
    const auto numbers = launch_numbers(kernel);
    launches_ = {plan_, [&](const PlannedLaunch& plan) {
                   return prepared(task, plan, numbers.at(plan.description));
                 }};
    for (const PlannedRounds& part : plan_) {
      if (!part.until.empty()) static_cast<void>(address_of(task, part.until));
    }
  });
}

// The next trial in this process begins with the number of threads that this one began with.
HostTrial::~HostTrial() {
  if (threads_before_ > 0) openmp<void(int)>(code_, "omp_set_num_threads")(threads_before_);
}

void HostTrial::use_threads() {
  auto* const get = openmp<int()>(code_, "omp_get_max_threads");
  auto* const set = openmp<void(int)>(code_, "omp_set_num_threads");
  if (threads_ == 0 || get == nullptr || set == nullptr) return;
  if (threads_before_ == 0) threads_before_ = get();
  set(threads_);
}

HostTrial::Launch HostTrial::prepared(const sdk::Task& task, const PlannedLaunch& plan,
                                      std::size_t number) {
  Launch launch{code_.call(number), {}};
  for (const PlannedArgument& argument : plan.arguments) {
    // The function reads values where the plan keeps them.
    launch.arguments.push_back(argument.kind == KernelArgument::Kind::array
                                   ? address_of(task, argument.array)
                                   : const_cast<std::byte*>(argument.bytes.data()));
  }
  return launch;
}

void* HostTrial::address_of(const sdk::Task& task, const std::string& name) {
  const auto known = addresses_.find(name);
  if (known != addresses_.end()) return known->second;
  const auto scratch = std::ranges::find(kernel_.scratch, name, &ArrayDescription::name);
  void* address =
      scratch == kernel_.scratch.end() ? tensor_address(task, name) : scratch_address(*scratch);
  addresses_.emplace(name, address);
  return address;
}

void* HostTrial::scratch_address(const ArrayDescription& scratch) {
  const std::size_t bytes = scratch_bytes(scratch, names_);
  const assay_element element = scratch_element(scratch, names_);
  sizes_[scratch.name] = sdk::element_size(element);
  auto& memory = scratch_.emplace_back(bytes + scratch_alignment);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::size_t offset = sdk::rounded_up(begin, scratch_alignment) - begin;
  const std::span<std::byte> own(memory.data() + offset, bytes);
  if (scratch.fill.rule != "none") {
    auto& filled = scratch_.emplace_back(bytes);
    fill_array(filled, scratch, element);
    copies_.push_back({filled, own});
  }
  return own.data();
}

void* HostTrial::tensor_address(const sdk::Task& task, const std::string& name) {
  const TaskArray array = task_array(task, name, kernel_.problem);
  sizes_[name] = array.element_bytes;
  if (array.output == nullptr) return const_cast<std::byte*>(array.initial.data());
  const auto bytes = bytes_in(*array.output);
  if (!array.initial.empty()) copies_.push_back({array.initial, bytes});
  return bytes.data();
}

void HostTrial::restore() {
  use_threads();
  for (const Copy& copy : copies_) std::ranges::copy(copy.from, copy.to.begin());
}

void HostTrial::run() {
  const sdk::Phase phase(host_, kernel_phase);
  launches_.run(
      [](const Launch& launch) { launch.call(launch.arguments.data()); },
      [this](const std::string& flag) {
        return is_set({static_cast<const std::byte*>(addresses_.at(flag)), sizes_.at(flag)});
      });
}

}  // namespace assay
