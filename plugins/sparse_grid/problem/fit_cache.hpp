// Refined grids kept between runs in the host's content-addressed store.
#pragma once

#include "assay/plugin.hpp"
#include "sparse_grid/library/adaptive.hpp"
#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// fit_adaptive with results from the host's cache where possible. Each step is stored as soon as it
// is solved, so that a longer sequence of refinements, or an interrupted one, continues from the
// latest step in the cache. The key of a step is a hash of the samples' content, the options, and
// the version of format and method. A damaged entry is computed again.
AdaptiveGrid cached_fit(const assay::sdk::Host& host, const Samples& samples,
                        const AdaptiveOptions& options);

}  // namespace sparse_grid
