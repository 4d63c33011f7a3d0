#include "framework/worker/instance.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/names.hpp"
#include "framework/worker/describe.hpp"
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

// What a person may write where the problem declares another kind: an integer for a real.
Value as_kind_of(const Value& value, const Value& declared) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer != nullptr && std::holds_alternative<double>(declared)) {
    return static_cast<double>(*integer);
  }
  return value;
}

Value checked_argument(const ProblemDescription& problem, const ArgumentDescription& argument,
                       const Value& given) {
  Value value = as_kind_of(given, argument.default_value);
  if (value.index() != argument.default_value.index()) {
    throw usage_error("argument '{}' of '{}' is {}, not {} ({})", argument.name, problem.name,
                      kind_name(argument.default_value), kind_name(value), to_string(value));
  }
  const auto& choices = argument.choices;
  if (!choices.empty() && std::ranges::find(choices, value) == choices.end()) {
    std::vector<std::string> texts;
    for (const Value& choice : choices) texts.push_back(to_string(choice));
    throw usage_error("argument '{}' of '{}' cannot be '{}'; it is one of {}", argument.name,
                      problem.name, to_string(value), fmt::join(texts, ", "));
  }
  return value;
}

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

Bindings complete_arguments(const ProblemDescription& problem, const Bindings& arguments) {
  std::vector<std::string> known;
  Bindings complete;
  for (const ArgumentDescription& argument : problem.arguments) {
    const Value* given = find(arguments, argument.name);
    complete.emplace_back(argument.name, given == nullptr
                                             ? argument.default_value
                                             : checked_argument(problem, argument, *given));
    known.push_back(argument.name);
  }
  for (const auto& [name, _] : arguments) {
    if (find(complete, name) == nullptr) {
      throw usage_error("problem '{}' has no argument '{}'; {}", problem.name, name,
                        did_you_mean(name, known));
    }
  }
  return complete;
}

std::vector<TensorShape> shapes_of(std::span<const assay_tensor> tensors) {
  std::vector<TensorShape> shapes;
  for (const assay_tensor& tensor : tensors) {
    shapes.push_back({tensor.name,
                      tensor.element,
                      {tensor.shape, tensor.shape + tensor.rank},
                      {tensor.stride, tensor.stride + tensor.rank}});
  }
  return shapes;
}

Instance::Instance(const LoadedProblem& problem, const Bindings& arguments,
                   device::Device& host_device, const HostResources& resources)
    : problem_(*problem.plugin), context_(host_device, resources) {
  record_.problem = problem.description.name;
  record_.arguments = complete_arguments(problem.description, arguments);
  const BindingsView bound(record_.arguments);
  const Stopwatch watch;
  require(
      problem_.create(&problem_, &host_table(), &context_, bound.data(), bound.size(), &instance_),
      "cannot create an instance");
  if (instance_ == nullptr) throw internal_error("problem '{}' created no instance", problem_.name);
  try {
    describe();
  } catch (...) {
    problem_.destroy(instance_);
    throw;
  }
  record_.create_seconds = watch.seconds();
}

Instance::~Instance() { problem_.destroy(instance_); }

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
  record_.inputs = shapes_of(inputs_);
  record_.outputs = shapes_of(outputs_);

  assay_work work{};
  require(problem_.work(instance_, &work), "cannot count its work");
  record_.work = {work.flops, work.bytes, work.element == ASSAY_F64};
  const assay_fact* facts = nullptr;
  require(problem_.facts(instance_, &facts, &count), "has no facts");
  for (const assay_fact& fact : std::span(facts, count)) {
    record_.facts.push_back({fact.name, fact.value, fact.unit});
  }
}

void Instance::prepare_reference() {
  if (has_reference_) return;
  if (problem_.reference != nullptr) {
    const assay_expectation* expectations = nullptr;
    std::size_t count = 0;
    require(problem_.reference(instance_, &expectations, &count), "has no reference");
    expectations_ = {expectations, count};
    for (const auto& expectation : expectations_) check_tensor(expectation.reference, true);
  }
  has_reference_ = true;
}

Verification Instance::verify(std::span<const assay_tensor> outputs, std::uint8_t poison) {
  prepare_reference();
  if (problem_.check == nullptr) return compare(outputs, expectations_, poison);
  Verification verdict;
  static_cast<void>(context_.take_facts());  // what the problem attached before is nobody's
  require(problem_.check(instance_, outputs.data(), outputs.size(), &verdict.error),
          "cannot check outputs");
  verdict.facts = context_.take_facts();
  if (verdict.error <= 1) return verdict;  // false for NaN, too
  verdict.status = TrialStatus::wrong_output;
  verdict.message = context_.take_message();
  if (verdict.message.empty()) {
    verdict.message =
        fmt::format("the problem's check finds a deviation of {:.3g} tolerances", verdict.error);
  }
  return verdict;
}

bool Instance::inputs_unchanged() const { return digest(inputs_) == record_.input_digest; }

void Instance::require(assay_status status, const char* what) {
  if (status == ASSAY_OK) return;
  const std::string reason = context_.take_message();
  const char* cure = status == ASSAY_OUT_OF_MEMORY
                         ? "; make the instance smaller, or give workers more (memory_gib of "
                           "[limits]; nine tenths of the machine's if it is not set)"
                         : "";
  throw Error(error_kind(status), fmt::format("problem '{}' {}: {}{}", problem_.name, what,
                                              reason.empty() ? "(no reason given)" : reason, cure));
}

Instance& InstanceCache::get(const std::string& problem, const Bindings& arguments,
                             const std::function<void()>& before_creation) {
  const LoadedProblem& loaded = plugins_.problem(problem);
  const Bindings complete = complete_arguments(loaded.description, arguments);
  const std::string key = problem + canonical_text(complete);
  const auto known = std::ranges::find(entries_, key, &Entry::key);
  if (known != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, known);
    return *entries_.front().instance;
  }
  before_creation();
  // Room first: the next instance may be as large as all others together.
  if (entries_.size() >= capacity) entries_.pop_back();
  entries_.push_front(
      {key, std::make_unique<Instance>(loaded, complete, host_device_, resources_)});
  return *entries_.front().instance;
}

void InstanceCache::drop(const Instance& instance) {
  entries_.remove_if([&](const Entry& entry) { return entry.instance.get() == &instance; });
}

}  // namespace assay
