#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "framework/worker/host/context.hpp"
#include "framework/worker/instance.hpp"

namespace assay {

// Whether what a variant is given to read is what it was, on the host and where the variant brought
// it to devices before it ran. What it brings there within each repetition is not looked at: that
// is new each time.
class TrialInputs {
 public:
  // Borrows both. From now on uploads are noticed.
  TrialInputs(const Instance& instance, assay_context& context);

  // What devices hold now is what they are to hold. After the trial is prepared, inputs restored.
  void remember();
  // "" or which input was changed, where, and the cure. Inputs are restored.
  [[nodiscard]] std::string change();

 private:
  [[nodiscard]] std::string name_of(const CopiedRange& range) const;

  const Instance& instance_;
  assay_context& context_;
  std::uint64_t seed_;
  std::vector<std::pair<CopiedRange, std::uint64_t>> digests_;
};

}  // namespace assay
