#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/outputs.hpp"
#include "framework/worker/plugins.hpp"
#include "framework/worker/snapshot.hpp"
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
  // Takes it over from a snapshot, reference and all; of the problem nothing is called but what its
  // own check needs. Throws as above.
  Instance(const LoadedProblem& problem, Snapshot snapshot, device::Device& host_device,
           const HostResources& resources);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] const InstanceRecord& record() const { return record_; }
  // TrialResult::agrees_with of every trial on it.
  [[nodiscard]] const std::string& agrees_with() const { return agrees_with_; }
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const { return outputs_; }

  // Has the problem compute its reference now, if it has not yet.
  void prepare_reference();
  // Judges outputs by the problem's own check, where there is one, else against its reference.
  [[nodiscard]] Verification verify(std::span<const assay_tensor> outputs, std::uint8_t poison);
  // "" if the inputs still are what they were on creation, else "input 'x'", or "an input" where it
  // is not known which.
  [[nodiscard]] std::string changed_input() const;

  // True unless the problem has a check that only its own instances can make.
  [[nodiscard]] bool can_be_handed_on() const;
  // What other processes can take it over from; after its reference. Throws environment Error where
  // there is not enough memory.
  [[nodiscard]] Descriptor hand_on(const std::string& key);

 private:
  void require(assay_status status, const char* what);
  void describe();
  void restore_check();
  void destroy();

  const assay_problem& problem_;
  std::string agrees_with_;
  assay_context context_;
  assay_instance* instance_ = nullptr;
  std::span<const assay_tensor> inputs_;
  std::span<const assay_tensor> outputs_;
  std::span<const assay_expectation> expectations_;
  bool has_reference_ = false;
  InstanceRecord record_;
  std::optional<Snapshot> snapshot_;             // that it was taken over from
  std::vector<assay_tensor> described_outputs_;  // what outputs_ shows then
};

// The arguments as the problem declares them: in its order, defaults filled in, integers taken for
// reals where a real is meant. Throws usage Error for unknown names, other kinds, values that are
// not among the choices.
[[nodiscard]] Bindings complete_arguments(const ProblemDescription& problem,
                                          const Bindings& arguments);

}  // namespace assay
