// Derived quantities and published figures, computed and set beside the measured entries. Internal
// to the report.
#pragma once

#include <functional>

#include "framework/report/comparison.hpp"

namespace assay {

// What an instance is set beside.
struct Surroundings {
  const std::vector<InstanceComparison>& instances;  // of the same machine
  // The best of an entry's configurations that have these values, or nothing.
  std::function<std::optional<Measurement>(const Entry& entry, const Bindings& parameters)> best;
};

// Fills Measurement::derived of an instance whose entries are ranked. What cannot be computed
// becomes a note.
void add_derived(InstanceComparison& instance, const Beside& beside,
                 const Surroundings& surroundings);
// Fills InstanceComparison::published, after add_derived.
void add_published(InstanceComparison& instance, const Beside& beside,
                   const Surroundings& surroundings);

}  // namespace assay
