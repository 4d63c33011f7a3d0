// What a worker tells may be anything: a plugin may have written over the memory of its process,
// and one elsewhere is whatever the command starts. What cannot be true must not be recorded.
//
// Each function throws internal Error that says what cannot be.
#pragma once

#include "framework/core/catalog.hpp"
#include "framework/core/machine.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// Requires of a trial that was sampled by `sampling` and answered for after `waited_seconds` by the
// supervisor's own clock: times are finite, not negative and fit into that one, samples are no more
// than were asked for.
void require_plausible(const TrialResult& result, const SamplingOptions& sampling,
                       double waited_seconds);
// Requires of a measured trial that is "ok" that it has samples that count.
void require_counting(const TrialResult& result);
// Requires of a trial's samples that they take time; a pair of runs may be too short for its clock,
// which whoever asked for it has to deal with.
void require_measured(const TrialResult& result);
void require_plausible(const InstanceRecord& record);
void require_plausible(const Peaks& peaks);
// Names that are there and occur once, parameters with values and the default among them.
void require_plausible(const Catalog& catalog);

}  // namespace assay
