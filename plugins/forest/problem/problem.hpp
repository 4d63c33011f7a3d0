// The problems that the plugin assay-forest-problem provides.
#pragma once

#include "assay/plugin.hpp"

namespace forest {

void describe_problem(assay::sdk::Plugin& plugin);

}  // namespace forest
