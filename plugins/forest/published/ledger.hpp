// The counts of a run's requests to the device, reported as facts of its trial.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"

namespace forest::published {

struct Ledger {
  std::size_t launches = 0;
  std::size_t synchronisations = 0;  // waits of the host for the device, including blocking copies
  std::size_t copies = 0;            // between host and device

  // Reports the facts. All buffers are allocated before the clock starts: a run allocates none.
  void report(const assay::sdk::Host& host) const {
    host.trial_fact("launches", static_cast<double>(launches));
    host.trial_fact("synchronisations", static_cast<double>(synchronisations));
    host.trial_fact("copies", static_cast<double>(copies));
    host.trial_fact("allocations", 0);
  }
};

}  // namespace forest::published
