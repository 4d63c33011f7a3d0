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
  // Borrows all arguments. Uploads are noticed from now on.
  TrialInputs(Instance& instance, const TrialTensors& tensors, assay_context& context);

  // Remembers the inputs that devices hold now. Called once the trial is prepared and inputs are
  // restored.
  void remember();
  // "", or which input was changed, where, and the cure. Called once inputs are restored.
  [[nodiscard]] std::string change();
  // Keeps copies on devices for the next trial. Called once there is no change.
  void keep();

 private:
  [[nodiscard]] std::string name_of(const CopiedRange& range) const;
  // Whether the input still lies where it was remembered.
  [[nodiscard]] bool is_there(const CopiedRange& range) const;

  const TrialTensors& tensors_;
  assay_context& context_;
  std::uint64_t seed_;
  std::vector<std::pair<CopiedRange, std::uint64_t>> digests_;
};

}  // namespace assay
