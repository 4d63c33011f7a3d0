#pragma once

#include "assay/plugin.hpp"

// Describe the variants misbehaving.cuda and misbehaving.opencl.
void describe_misbehaving_cuda(assay::sdk::Plugin& plugin);
void describe_misbehaving_opencl(assay::sdk::Plugin& plugin);
