#pragma once

#include "assay/plugin.hpp"

// The variant misbehaving.opencl.
void describe_misbehaving_opencl(assay::sdk::Plugin& plugin);
