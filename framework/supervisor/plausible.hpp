// Checks of what a worker reports, which may be anything: a plugin may have overwritten the memory
// of its process, and a worker elsewhere is whatever the command starts. What cannot be true must
// not be recorded.
//
// Each function throws internal Error that says what cannot be true.
#pragma once

#include "framework/core/catalog.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/machine.hpp"
#include "framework/core/sampling_options.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// Checks a trial that was sampled with `sampling` and answered after `waited_seconds` by the
// supervisor's own clock: times are finite, not negative and no longer than that wait, and there
// are no more samples than were asked for.
void require_plausible(const TrialResult& result, const SamplingOptions& sampling,
                       double waited_seconds);
// Checks that a measured trial that is "ok" has samples that count.
void require_counting(const TrialResult& result);
// Checks that a trial's samples take time. Not for pairs: their runs may be too short for the
// clock, and whoever asked for them has to deal with that.
void require_measured(const TrialResult& result);
void require_plausible(const InstanceRecord& record);
void require_plausible(const Peaks& peaks);
// Checks that names are present and unique, and that parameters have values with the default among
// them.
void require_plausible(const Catalog& catalog);

}  // namespace assay
