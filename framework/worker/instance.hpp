#pragma once

#include <functional>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/outputs.hpp"
#include "framework/worker/plugins.hpp"
#include "framework/worker/verification.hpp"

namespace assay {

// One instance of a problem, alive in this process.
class Instance {
 public:
  // Creates it. `arguments` may leave out those that keep their defaults. Throws usage Error for
  // arguments the problem does not know or accept, environment Error for missing or damaged data,
  // each with the problem's own message.
  Instance(const LoadedProblem& problem, const Bindings& arguments, device::Device& host_device,
           const HostResources& resources);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] const InstanceRecord& record() const { return record_; }
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const { return outputs_; }

  // Has the problem compute its reference now, if it has not yet.
  void prepare_reference();
  // Judges outputs by the problem's own check, where there is one, else against its reference.
  [[nodiscard]] Verification verify(std::span<const assay_tensor> outputs, std::uint8_t poison);
  // True if the inputs still are what they were on creation.
  [[nodiscard]] bool inputs_unchanged() const;

 private:
  void require(assay_status status, const char* what);
  void describe();

  const assay_problem& problem_;
  assay_context context_;
  assay_instance* instance_ = nullptr;
  std::span<const assay_tensor> inputs_;
  std::span<const assay_tensor> outputs_;
  std::span<const assay_expectation> expectations_;
  bool has_reference_ = false;
  InstanceRecord record_;
};

// The arguments as the problem declares them: in its order, defaults filled in, integers taken for
// reals where a real is meant. Throws usage Error for unknown names, other kinds, values that are
// not among the choices.
[[nodiscard]] Bindings complete_arguments(const ProblemDescription& problem,
                                          const Bindings& arguments);

// Keeps the instances used last, since the trials of one instance come in a row.
class InstanceCache {
 public:
  InstanceCache(const PluginSet& plugins, device::Device& host_device,
                const HostResources& resources)
      : plugins_(plugins), host_device_(host_device), resources_(resources) {}

  // Valid until the next call. `created` is called before an instance has to be created.
  Instance& get(const std::string& problem, const Bindings& arguments,
                const std::function<void()>& before_creation);
  // Forgets an instance, so that it is created anew when it is asked for again.
  void drop(const Instance& instance);

 private:
  struct Entry {
    std::string key;
    std::unique_ptr<Instance> instance;
  };
  static constexpr std::size_t capacity = 3;

  const PluginSet& plugins_;
  device::Device& host_device_;
  const HostResources& resources_;
  std::list<Entry> entries_;  // most recently used first
};

}  // namespace assay
