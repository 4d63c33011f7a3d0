// The variants of this folder; each function adds those of one source.
#pragma once

#include "assay/plugin.hpp"

namespace compact_grid {

void describe_structures(assay::sdk::Plugin& plugin);  // structures.cpp
void describe_compact(assay::sdk::Plugin& plugin);     // compact.cpp

}  // namespace compact_grid
