// The problem sort/pairs.
#pragma once

#include "assay/plugin.hpp"

namespace sorting {

void describe_problem(assay::sdk::Plugin& plugin);

}  // namespace sorting
