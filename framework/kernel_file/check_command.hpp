#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "assay/problem.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// Judges outputs by the command that a scenario names as `verify`. Outputs whose bits have passed
// before are not shown to it again.
class CheckCommand final : public sdk::Check {
 public:
  // `problem` and the inputs are borrowed. `host` finds the scenario's folder.
  CheckCommand(const ArrayProblemDescription& problem, const sdk::Host& host, Bindings arguments,
               std::span<const assay_tensor> inputs);

  // Accepts outputs if the command ends with exit code 0, and rejects them with the first line of
  // what it printed otherwise. Throws environment Error if it cannot be run, crashes or takes too
  // long: that says nothing about the outputs.
  sdk::Finding check(std::span<const assay_tensor> outputs) override;

 private:
  [[nodiscard]] sdk::Finding ask(std::span<const assay_tensor> outputs) const;

  const ArrayProblemDescription& problem_;
  sdk::Host host_;
  Bindings arguments_;
  std::span<const assay_tensor> inputs_;
  std::uint64_t seed_;              // of digests
  std::set<std::uint64_t> passed_;  // digests of outputs
};

}  // namespace assay
