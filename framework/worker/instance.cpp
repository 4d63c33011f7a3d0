#include "framework/worker/instance.hpp"

#include <algorithm>
#include <utility>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/kernel_file/conversion.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/device_tallies.hpp"
#include "framework/worker/element_tolerances.hpp"
#include "framework/worker/output_members.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

std::string digest(std::span<const assay_tensor> tensors) {
  Hasher hasher;
  for (const assay_tensor& tensor : tensors) {
    hasher.text(tensor.name).text(type_text(tensor));
    const std::size_t size = element_size(tensor.element);
    for_each_run(tensor, [&](const std::byte* first, std::int64_t count, std::int64_t) {
      hasher.bytes(first, static_cast<std::size_t>(count) * size);
    });
  }
  return hasher.hex();
}

bool same_elements(std::span<const assay_tensor> one, std::span<const assay_tensor> other) {
  return std::ranges::equal(one, other, {}, &assay_tensor::element, &assay_tensor::element);
}

// Outputs as dense tensors of the types of others, which hold all their numbers.
class InTypesOf {
 public:
  InTypesOf(std::span<const assay_tensor> outputs, std::span<const assay_tensor> others)
      : tensors_(outputs.begin(), outputs.end()) {
    for (std::size_t k = 0; k < tensors_.size(); ++k) {
      assay_tensor& tensor = tensors_[k];
      const assay_element element = others[k].element;
      if (tensor.element == element) continue;
      auto& memory = memory_.emplace_back(static_cast<std::size_t>(element_count(tensor)) *
                                          element_size(element));
      convert_elements(tensor.element, memory_of(tensor), element, memory);
      tensor.element = element;
      tensor.data = memory.data();
    }
  }
  [[nodiscard]] std::span<const assay_tensor> tensors() const { return tensors_; }

 private:
  std::vector<assay_tensor> tensors_;
  std::vector<std::vector<std::byte>> memory_;
};

ErrorKind error_kind(assay_status status) {
  switch (status) {
    case ASSAY_INVALID:
    case ASSAY_UNSUPPORTED:
      return ErrorKind::usage;
    case ASSAY_OUT_OF_MEMORY:
    case ASSAY_COMPILE_ERROR:
    case ASSAY_DEVICE_ERROR:
    case ASSAY_DATA_ERROR:
      return ErrorKind::environment;
    case ASSAY_OK:
    case ASSAY_INTERNAL:
      break;
  }
  return ErrorKind::internal;
}

}  // namespace

Instance::Instance(const LoadedProblem& problem, const Bindings& arguments,
                   device::Device& host_device, const HostResources& resources)
    : problem_(*problem.plugin),
      agrees_with_(problem.description.agrees_with),
      context_(host_device, resources) {
  record_.problem = problem.description.name;
  record_.arguments = bind_arguments(problem.description, arguments);
  const BindingsView bound(record_.arguments);
  const Stopwatch watch;
  require(
      problem_.create(&problem_, &host_table(), &context_, bound.data(), bound.size(), &instance_),
      "cannot create an instance");
  if (instance_ == nullptr) throw internal_error("problem '{}' created no instance", problem_.name);
  try {
    describe();
  } catch (...) {
    destroy();
    throw;
  }
  record_.create_seconds = watch.seconds();
}

Instance::Instance(const LoadedProblem& problem, Snapshot snapshot, device::Device& host_device,
                   const HostResources& resources)
    : problem_(*problem.plugin),
      agrees_with_(problem.description.agrees_with),
      context_(host_device, resources),
      has_reference_(true),
      record_(snapshot.record()),
      snapshot_(std::move(snapshot)),
      described_outputs_(tensors_without_data(record_.outputs)) {
  inputs_ = snapshot_->inputs();
  outputs_ = described_outputs_;
  expectations_ = snapshot_->expectations();
  tolerances_ = snapshot_->tolerances();
  origins_ = snapshot_->origins();
  element_tolerances_ = snapshot_->element_tolerances();
  if (problem_.check != nullptr) restore_check();
}

Instance::~Instance() { destroy(); }

void Instance::destroy() {
  if (instance_ != nullptr) problem_.destroy(std::exchange(instance_, nullptr));
}

// The check gets inputs that no variant has written into.
void Instance::restore_check() {
  const BindingsView bound(record_.arguments);
  const auto inputs = snapshot_->original_inputs();
  const auto state = snapshot_->state();
  require(
      problem_.restore_check(&problem_, &host_table(), &context_, bound.data(), bound.size(),
                             inputs.data(), inputs.size(), state.data(), state.size(), &instance_),
      "cannot take its check over from another process");
  if (instance_ == nullptr) throw internal_error("problem '{}' restored no check", problem_.name);
}

void Instance::describe() {
  const assay_tensor* tensors = nullptr;
  std::size_t count = 0;
  require(problem_.inputs(instance_, &tensors, &count), "has no inputs");
  inputs_ = {tensors, count};
  for (const assay_tensor& tensor : inputs_) check_tensor(tensor, true);
  require(problem_.outputs(instance_, &tensors, &count), "has no outputs");
  outputs_ = {tensors, count};
  for (const assay_tensor& tensor : outputs_) check_tensor(tensor, false);
  record_.input_digest = digest(inputs_);
  record_.inputs = tensor_shapes(inputs_);
  record_.outputs = tensor_shapes(outputs_);
  record_.members = output_members(
      handed_out(&assay_problem::members, "has no members of its outputs"), outputs_);

  assay_work work{};
  require(problem_.work(instance_, &work), "cannot count its work");
  // No peak is measured in other precisions.
  if (!is_floating(work.element)) work.flops = 0;
  record_.work = {work.flops, work.bytes, work.element == ASSAY_F64};
  const assay_fact* facts = nullptr;
  require(problem_.facts(instance_, &facts, &count), "has no facts");
  for (const assay_fact& fact : std::span(facts, count)) {
    record_.facts.push_back({fact.name, fact.value, fact.unit});
  }
}

template <class Item>
std::span<const Item> Instance::handed_out(assay_status (*assay_problem::*function)(assay_instance*,
                                                                                    const Item**,
                                                                                    std::size_t*),
                                           const char* what) {
  if (!has_member(problem_, function) || problem_.*function == nullptr) return {};
  const Item* items = nullptr;
  std::size_t count = 0;
  require((problem_.*function)(instance_, &items, &count), what);
  return {items, count};
}

void Instance::prepare_reference() {
  if (has_reference_) return;
  expectations_ = handed_out(&assay_problem::reference, "has no reference");
  for (const auto& expectation : expectations_) check_tensor(expectation.reference, true);
  tolerances_ = handed_out(&assay_problem::tolerances, "has no tolerances");
  origins_ = handed_out(&assay_problem::origins, "does not place its reference");
  if (problem_.check == nullptr) {
    element_tolerances_ =
        handed_out(&assay_problem::element_tolerances, "has no tolerances of elements");
    check_element_tolerances(problem_.name, expectations_, element_tolerances_);
  }
  has_reference_ = true;
}

Verification Instance::verify(std::span<const assay_tensor> outputs, std::uint8_t poison,
                              assay_element precision) {
  prepare_reference();
  if (problem_.check == nullptr) {
    return compare(compared_tensors(outputs, record_.members), expected_in(outputs, precision),
                   poison, origins_, element_tolerances_);
  }
  const InTypesOf converted(outputs, outputs_);
  return check(converted.tensors());
}

std::optional<Verification> Instance::verify_on_devices(std::span<const assay_tensor> outputs,
                                                        const std::vector<CopiedRange>& places,
                                                        assay_element precision) {
  if (problem_.check != nullptr || !record_.members.empty()) return {};
  prepare_reference();
  const auto expected = expected_in(outputs, precision);
  const auto tallies =
      tallies_on_devices(outputs, expected, element_tolerances_, places, kept_inputs_);
  if (!tallies) return {};
  constexpr std::uint8_t nothing_unwritten = 0;
  return compare(outputs, expected, nothing_unwritten, origins_, element_tolerances_, *tallies);
}

// Outputs that hold structs have no tolerances of types.
std::vector<assay_expectation> Instance::expected_in(std::span<const assay_tensor> outputs,
                                                     assay_element precision) const {
  std::vector<assay_expectation> expected(expectations_.begin(), expectations_.end());
  for (const assay_tolerance& tolerance : tolerances_) {
    if (tolerance.output >= outputs.size()) continue;
    const ComparedTensors compared = compared_of(tolerance.output, record_.members);
    if (compared.are_members || compared.first >= expected.size()) continue;
    const assay_element element = outputs[tolerance.output].element;
    if (less_precise(precision, element) != tolerance.element) continue;
    expected[compared.first].absolute = tolerance.absolute;
    expected[compared.first].relative = tolerance.relative;
  }
  return expected;
}

Verification Instance::check(std::span<const assay_tensor> outputs) {
  Verification verdict;
  static_cast<void>(context_.take_facts());  // facts attached before do not belong here
  require(problem_.check(instance_, outputs.data(), outputs.size(), &verdict.error),
          "cannot check outputs");
  verdict.facts = context_.take_facts();
  if (verdict.error <= 1) return verdict;  // false for NaN, too
  verdict.status = TrialStatus::wrong_output;
  verdict.message = context_.take_message();
  if (verdict.message.empty()) {
    verdict.message = fmt::format(
        "the problem's check finds a deviation of {:.3g} times the tolerance", verdict.error);
  }
  return verdict;
}

std::vector<std::span<const std::byte>> Instance::compared_memory(
    std::span<const assay_tensor> outputs) const {
  std::vector<std::span<const std::byte>> memory;
  if (problem_.check != nullptr) {  // which may look at everything
    for (const assay_tensor& output : outputs) memory.push_back(memory_of(output));
    return memory;
  }
  const auto compared = compared_tensors(outputs, record_.members);
  for (std::size_t output = 0; output < outputs.size(); ++output) {
    const ComparedTensors own = compared_of(output, record_.members);
    std::vector<std::span<const std::byte>> pieces;
    for (std::size_t k = own.first; k < own.first + own.count; ++k) {
      const assay_origin origin = origins_.empty() ? assay_origin{} : origins_[k];
      const auto some = assay::compared_memory(compared[k], expectations_[k], origin);
      pieces.insert(pieces.end(), some.begin(), some.end());
    }
    if (own.are_members) pieces = joined(std::move(pieces));
    memory.insert(memory.end(), pieces.begin(), pieces.end());
  }
  return memory;
}

std::unique_ptr<Outputs> Instance::take_memory(std::span<const assay_tensor> described) {
  const auto unused = std::ranges::find_if(unused_memory_, [&](const auto& memory) {
    return same_elements(memory->tensors(), described);
  });
  if (unused == unused_memory_.end()) {
    return std::make_unique<Outputs>(described, record_.members);
  }
  std::unique_ptr<Outputs> memory = std::move(*unused);
  unused_memory_.erase(unused);
  return memory;
}

void Instance::give_back(std::unique_ptr<Outputs> memory) {
  unused_memory_.push_back(std::move(memory));
}

std::string Instance::changed_input() const {
  if (!snapshot_) return digest(inputs_) == record_.input_digest ? "" : "an input";
  if (snapshot_->inputs_unchanged()) return "";
  for (std::size_t k = 0; k < inputs_.size(); ++k) {
    const auto one = std::span(inputs_).subspan(k, 1);
    if (digest(one) == digest(snapshot_->original_inputs().subspan(k, 1))) continue;
    return fmt::format("input '{}'", inputs_[k].name);
  }
  return "memory between the inputs";
}

bool Instance::can_be_handed_on() const {
  if (problem_.check == nullptr) return true;
  return problem_.save_check != nullptr && problem_.restore_check != nullptr;
}

Descriptor Instance::hand_on(const std::string& key) {
  std::span<const std::byte> state;
  if (problem_.check != nullptr) {
    const void* data = nullptr;
    std::size_t size = 0;
    require(problem_.save_check(instance_, &data, &size), "cannot save its check");
    state = {static_cast<const std::byte*>(data), size};
  }
  const bool compared = problem_.check == nullptr;
  return write_snapshot(
      key, {record_, inputs_, compared ? expectations_ : std::span<const assay_expectation>(),
            state, origins_, tolerances_, element_tolerances_});
}

void Instance::require(assay_status status, const char* what) {
  if (status == ASSAY_OK) return;
  const std::string reason = context_.take_message();
  const char* cure = status == ASSAY_OUT_OF_MEMORY
                         ? "; make the instance smaller, or give workers more memory (memory_gib "
                           "in [limits]; by default nine tenths of the machine's)"
                         : "";
  throw Error(error_kind(status), fmt::format("problem '{}' {}: {}{}", problem_.name, what,
                                              reason.empty() ? "(no reason given)" : reason, cure));
}

}  // namespace assay
