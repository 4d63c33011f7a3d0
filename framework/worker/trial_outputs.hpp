#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/outputs.hpp"

namespace assay {

// What a variant puts out as it runs again and again, and whether it is right. Outputs are compared
// with what the problem expects where they are new; the bits of outputs that passed pass again, and
// where the variant only copies its outputs from devices, their bits are looked at there.
class TrialOutputs {
 public:
  // All of it is borrowed.
  TrialOutputs(Instance& instance, assay_context& context, const assay_variant& variant);

  [[nodiscard]] const std::vector<assay_tensor>& tensors() const { return outputs_.tensors(); }
  [[nodiscard]] std::size_t bytes() const { return outputs_.bytes(); }
  // "" if all guard zones are as they were, those of the variant's own memory included.
  [[nodiscard]] std::string damage();
  void renew_guards();
  void write(const std::filesystem::path& folder) const { outputs_.write(folder); }

  // Overwrites what the last repetition left, so that it is not taken for the next one's work;
  // before the next one's inputs are restored. Each byte, on the host and as far as it is known to
  // lie on devices.
  void poison(std::uint8_t byte);
  // The same with a byte that is drawn, and in a way that leaves caches nearly as they are: memory
  // of devices of their own as a whole, of that in the host's places that are drawn.
  void poison_lightly();

  enum class Found { known, right, wrong };
  // Looks at what the last repetition of the trial put out. Throws TrialFailure where the variant
  // cannot bring it to the host, and what devices let out.
  [[nodiscard]] Found look(assay_trial* trial);
  // The same, but compares in full what is known, too.
  [[nodiscard]] Found compare(assay_trial* trial);
  // What came of the last comparison.
  [[nodiscard]] const Verification& verdict() const { return verdict_; }

 private:
  void fill(const CopiedRange& place, std::size_t offset, std::size_t bytes) const;
  void poison_places_of(const CopiedRange& place);
  void poison_places_of(const assay_tensor& tensor);
  void fetch(assay_trial* trial);
  void learn_places(std::optional<std::vector<CopiedRange>> downloads);
  [[nodiscard]] bool cover_outputs(const std::vector<CopiedRange>& ranges) const;
  [[nodiscard]] bool are_on_devices() const { return !context_.copies().outputs().empty(); }
  [[nodiscard]] std::uint64_t digest_on_devices() const;
  [[nodiscard]] Found judge();

  Instance& instance_;
  assay_context& context_;
  const assay_variant& variant_;
  Outputs outputs_;
  Random draw_;
  std::uint64_t seed_;             // of digests
  std::set<std::uint64_t> known_;  // digests of outputs that passed
  std::uint8_t poison_ = 0;        // what was left of outputs is full of it
  Verification verdict_;
};

}  // namespace assay
