#pragma once

#include "assay/plugin.hpp"

// The variants misbehaving.opencl and misbehaving.cuda.
void describe_misbehaving_cuda(assay::sdk::Plugin& plugin);
void describe_misbehaving_opencl(assay::sdk::Plugin& plugin);
