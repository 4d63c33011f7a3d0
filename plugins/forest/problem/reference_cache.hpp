// References kept between processes in the host's content-addressed store.
#pragma once

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// The right forest, from the host's cache where possible: every fresh process needs it again. That
// of reference_forest; or, where that would take minutes, of the serial trainer, which the tests
// hold against it. A damaged entry is grown anew. What takes less than `worth_seconds` is sooner
// grown than worth its place on the disk.
Forest cached_reference(const assay::sdk::Host& host, const TrainingData& data,
                        const Settings& settings, double worth_seconds = 1);

}  // namespace forest
