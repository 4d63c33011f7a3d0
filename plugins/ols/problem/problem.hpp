// The problem that the plugin assay-ols-problem provides.
#pragma once

#include "assay/plugin.hpp"

namespace ols {

void describe_problem(assay::sdk::Plugin& plugin);

}  // namespace ols
