#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/outputs.hpp"
#include "framework/worker/trial_tensors.hpp"

namespace assay {

// The outputs of a variant that runs again and again, and whether they are right. New outputs are
// compared with what the problem expects; the bits of outputs that passed, in this trial or an
// earlier one on the instance, pass again, as far as they are compared, and where the variant only
// copies its outputs from devices, their bits are looked at there.
class TrialOutputs {
 public:
  // Borrows all arguments.
  TrialOutputs(Instance& instance, const TrialTensors& tensors, assay_context& context,
               const LoadedVariant& variant);
  ~TrialOutputs();
  TrialOutputs(const TrialOutputs&) = delete;
  TrialOutputs& operator=(const TrialOutputs&) = delete;

  [[nodiscard]] const std::vector<assay_tensor>& tensors() const { return outputs_->tensors(); }
  [[nodiscard]] std::size_t bytes() const { return outputs_->bytes(); }
  // "" if all guard zones are intact, those of the variant's own memory included; else the damage.
  [[nodiscard]] std::string damage();
  void renew_guards();
  // Writes what the last repetition left.
  void write(assay_trial* trial, const std::filesystem::path& folder);

  // Finds out where outputs lie on devices, if the variant promises that it only copies them, and
  // overwrites them there, as poison() asked. Called once the trial is prepared.
  void locate(assay_trial* trial);
  // Overwrites the outputs that the last repetition left, so that they are not taken for the work
  // of the next repetition; called before inputs are restored for it. Overwrites each byte, on the
  // host and, as far as outputs are known to lie there, on devices. The host's memory is left alone
  // where the variant promises that it only copies to it from there.
  void poison(std::uint8_t byte);
  // Overwrites outputs with a drawn byte, the same each time where outputs hold structs, and in a
  // way that leaves caches nearly as they are: all of the memory of devices that have their own,
  // and drawn places of memory in the host's.
  void poison_lightly();

  enum class Found {
    known,  // the bits passed earlier in this trial
    seen,   // the bits passed in an earlier trial; verdict() is what was found then
    right,
    wrong,
  };
  // Looks at the outputs of the trial's last repetition. Throws TrialFailure if the variant cannot
  // bring them to the host, and what devices throw.
  [[nodiscard]] Found look(assay_trial* trial);
  // Does what look() does, but brings even outputs to the host whose bits are known on devices,
  // unless the variant promises that it only copies them. Never `known`.
  [[nodiscard]] Found compare(assay_trial* trial);
  // The outcome of the last comparison; after `seen`, that of the one that these bits passed.
  [[nodiscard]] const Verification& verdict() const { return verdict_; }

 private:
  using Bytes = std::span<const std::byte>;

  [[nodiscard]] std::vector<CopiedRange> compared_places() const;
  void fill(const CopiedRange& place, std::size_t offset, std::size_t bytes) const;
  void poison_places_of(const CopiedRange& place);
  using Downloads = Copies::Downloads;
  void prepare_host_memory();
  [[nodiscard]] std::optional<std::vector<CopiedRange>> download(assay_trial* trial, Downloads how);
  void fetch(assay_trial* trial);
  void learn_places(std::optional<std::vector<CopiedRange>> downloads);
  [[nodiscard]] bool cover_outputs(const std::vector<CopiedRange>& ranges) const;
  [[nodiscard]] bool are_on_devices() const { return !context_.copies().outputs().empty(); }
  [[nodiscard]] std::uint64_t digest_of_outputs() const;
  // Whether outputs with the bits of the last repetition's passed in an earlier trial.
  [[nodiscard]] bool passed_before();
  [[nodiscard]] Found judge();
  // Nothing where the host has to look at the outputs.
  [[nodiscard]] std::optional<Found> judge_on_devices();
  void remember_passed();  // that verdict() was passed by what the outputs are now
  void remember(std::uint64_t digest);

  Instance& instance_;
  const assay_element precision_;  // of the trial
  assay_context& context_;
  const assay_variant& variant_;
  std::unique_ptr<Outputs> outputs_;
  bool uses_host_memory_ = false;
  bool are_on_host_ = false;  // the host's memory holds what the last repetition left
  bool are_copies_;           // the variant promises that it only copies outputs
  bool are_located_;          // what they are overwritten with waits for locate(), unless they are
  Random draw_;
  std::uint64_t seed_;             // of digests
  std::set<std::uint64_t> known_;  // digests of outputs that passed in this trial
  std::uint8_t poison_ = 0;        // the byte that outputs were last filled with
  std::vector<Bytes> compared_;    // the part of each output that decides, once some passed
  Verification verdict_;
};

}  // namespace assay
