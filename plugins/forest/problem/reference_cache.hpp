// Reference forests, kept between processes in the host's content-addressed store.
#pragma once

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// Returns the right forest, from the host's cache if possible, since every fresh process needs it
// again. The forest is that of reference_forest; if that would take minutes, that of the serial
// trainer, which the tests compare with it. A damaged entry is grown anew. A forest that grows in
// less than `worth_seconds` is not stored, as it is not worth the disk space.
Forest cached_reference(const assay::sdk::Host& host, const TrainingData& data,
                        const Settings& settings, double worth_seconds = 1);

}  // namespace forest
