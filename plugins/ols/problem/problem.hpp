// What the plugin assay-ols-problem brings.
#pragma once

#include "assay/plugin.hpp"

namespace ols {

void describe_problem(assay::sdk::Plugin& plugin);

}  // namespace ols
