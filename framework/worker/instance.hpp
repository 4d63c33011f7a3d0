#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/core/instance_record.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/outputs.hpp"
#include "framework/worker/passed_outputs.hpp"
#include "framework/worker/plugins.hpp"
#include "framework/worker/snapshot.hpp"
#include "framework/worker/verify.hpp"

namespace assay {

// An instance of a problem that is alive in this process.
class Instance {
 public:
  // Creates the instance. `arguments` may leave out those that keep their defaults. Throws usage
  // Error for arguments that the problem does not know or accept, environment Error for missing or
  // damaged data, each with the problem's own message.
  Instance(const LoadedProblem& problem, const Bindings& arguments, device::Device& host_device,
           const HostResources& resources);
  // Takes the instance over from a snapshot, reference included; calls no function of the problem
  // except those that its own check needs. Throws usage or environment Error with the problem's own
  // message.
  Instance(const LoadedProblem& problem, Snapshot snapshot, device::Device& host_device,
           const HostResources& resources);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] const InstanceRecord& record() const { return record_; }
  // TrialResult::agrees_with of every trial on this instance.
  [[nodiscard]] const std::string& agrees_with() const { return agrees_with_; }
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const { return outputs_; }

  // Makes the problem compute its reference, if it has not done so yet.
  void prepare_reference();
  // Judges outputs by the problem's own check, where there is one, else against its reference. They
  // may be of other types than the problem's. `precision` is that of the trial, as
  // assay_types::precision.
  [[nodiscard]] Verification verify(std::span<const assay_tensor> outputs, std::uint8_t poison,
                                    assay_element precision = ASSAY_F64);
  // What verify() would find of outputs that lie at `places` on devices, without a copy on the
  // host; absent where it has to look itself: if something does not pass, if the problem has its
  // own check or compares a part, and where the devices cannot compare.
  [[nodiscard]] std::optional<Verification> verify_on_devices(
      std::span<const assay_tensor> outputs, const std::vector<CopiedRange>& places,
      assay_element precision);
  // The pieces of the outputs' memory that decide whether they pass. Outputs passed verify()
  // before.
  [[nodiscard]] std::vector<std::span<const std::byte>> compared_memory(
      std::span<const assay_tensor> outputs) const;
  // Outputs that passed verify(), as its callers tell.
  [[nodiscard]] PassedOutputs& passed() { return passed_; }
  // Variants that promise to copy their outputs alone and were seen to do so.
  void add_copying(const assay_variant& variant) { copying_.insert(&variant); }
  [[nodiscard]] bool is_copying(const assay_variant& variant) const {
    return copying_.contains(&variant);
  }
  // Memory for outputs of the described types: that of an earlier trial where there is some, since
  // the system takes longer to provide the pages than a GPU takes to fill them. Its guard zones are
  // as that trial left them.
  [[nodiscard]] std::unique_ptr<Outputs> take_memory(std::span<const assay_tensor> described);
  void give_back(std::unique_ptr<Outputs> memory);
  // Copies of the inputs on devices.
  [[nodiscard]] KeptInputs& kept_inputs() { return kept_inputs_; }
  // Returns what was given back to the system: the next trials are of another instance.
  void free_memory() {
    unused_memory_.clear();
    kept_inputs_.clear();
  }
  // "" if the inputs are what they were on creation, else "input 'x'", or "an input" where it is
  // not known which.
  [[nodiscard]] std::string changed_input() const;

  // True unless the problem has a check that only its own instances can make.
  [[nodiscard]] bool can_be_handed_on() const;
  // Writes a snapshot from which other processes can take the instance over; prepare_reference()
  // comes first. Throws environment Error where there is not enough memory.
  [[nodiscard]] Descriptor hand_on(const std::string& key);

 private:
  void require(assay_status status, const char* what);
  // What an optional function of the problem hands out; nothing where there is none. `what` says of
  // the problem what a failure means.
  template <class Item>
  std::span<const Item> handed_out(assay_status (*assay_problem::*function)(assay_instance*,
                                                                            const Item**,
                                                                            std::size_t*),
                                   const char* what);
  void describe();
  void restore_check();
  [[nodiscard]] Verification check(std::span<const assay_tensor> outputs);
  // What outputs are compared with in a trial of that precision.
  [[nodiscard]] std::vector<assay_expectation> expected_in(std::span<const assay_tensor> outputs,
                                                           assay_element precision) const;
  void destroy();

  const assay_problem& problem_;
  std::string agrees_with_;
  assay_context context_;
  assay_instance* instance_ = nullptr;
  std::span<const assay_tensor> inputs_;
  std::span<const assay_tensor> outputs_;
  std::span<const assay_expectation> expectations_;
  std::span<const assay_tolerance> tolerances_;       // of types
  std::span<const assay_origin> origins_;             // of the expectations; none: all begin at 0
  std::span<const assay_tensor> element_tolerances_;  // of the expectations; none: all have none
  bool has_reference_ = false;
  PassedOutputs passed_;
  std::set<const assay_variant*> copying_;
  std::vector<std::unique_ptr<Outputs>> unused_memory_;
  KeptInputs kept_inputs_;
  InstanceRecord record_;
  std::optional<Snapshot> snapshot_;             // the one that it was taken over from
  std::vector<assay_tensor> described_outputs_;  // what outputs_ shows if there is a snapshot
};

}  // namespace assay
