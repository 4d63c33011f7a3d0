#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "framework/worker/host/context.hpp"
#include "framework/worker/trial_tensors.hpp"

namespace assay {

// Checks that the inputs which a variant reads are unchanged, on the host and where the variant
// copied them to devices before it ran. Copies that it makes within each repetition are not
// checked: they are new each time.
class TrialInputs {
 public:
  // Borrows both. Uploads are noticed from now on.
  TrialInputs(const TrialTensors& tensors, assay_context& context);

  // Remembers the inputs that devices hold now. Called once the trial is prepared and inputs are
  // restored.
  void remember();
  // "", or which input was changed, where, and the cure. Called once inputs are restored.
  [[nodiscard]] std::string change();

 private:
  [[nodiscard]] std::string name_of(const CopiedRange& range) const;

  const TrialTensors& tensors_;
  assay_context& context_;
  std::uint64_t seed_;
  std::vector<std::pair<CopiedRange, std::uint64_t>> digests_;
};

}  // namespace assay
