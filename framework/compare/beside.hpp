// Derived quantities and published figures, shown next to the measured entries. Internal to the
// report.
#pragma once

#include <functional>

#include "framework/compare/comparison.hpp"

namespace assay {

// The context of an instance from which derived quantities and published figures are computed.
struct Surroundings {
  const std::vector<InstanceComparison>& instances;  // of the same machine
  // Returns the best of an entry's configurations that have the given parameter values, or nothing.
  std::function<std::optional<Measurement>(const Entry& entry, const Bindings& parameters)> best;
};

// Fills Measurement::derived of an instance whose entries are ranked. A quantity that cannot be
// computed becomes a note.
void add_derived(InstanceComparison& instance, const Beside& beside,
                 const Surroundings& surroundings);
// Fills InstanceComparison::published. Requires that add_derived was called first.
void add_published(InstanceComparison& instance, const Beside& beside,
                   const Surroundings& surroundings);

}  // namespace assay
