// What the plugin assay-forest-problem brings.
#pragma once

#include "assay/plugin.hpp"

namespace forest {

void describe_problem(assay::sdk::Plugin& plugin);

}  // namespace forest
