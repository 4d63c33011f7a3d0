// Refined grids kept between runs in the host's content-addressed store.
#pragma once

#include <string>

#include "assay/plugin.hpp"
#include "sparse_grid/library/adaptive.hpp"
#include "sparse_grid/library/samples.hpp"

namespace sparse_grid {

// The key under which the host keeps a fit: a hash of the samples' content, the options and the
// version of both the format and the method.
std::string fit_key(const Samples& samples, const AdaptiveOptions& options);

// fit_adaptive, from the host's cache where possible. A damaged entry is computed anew.
AdaptiveGrid cached_fit(const assay::sdk::Host& host, const Samples& samples,
                        const AdaptiveOptions& options);

}  // namespace sparse_grid
