// The problems compact-grid/hierarchize and compact-grid/evaluate.
#pragma once

#include "assay/plugin.hpp"

namespace compact_grid {

void describe_problems(assay::sdk::Plugin& plugin);

}  // namespace compact_grid
