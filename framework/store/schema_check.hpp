// Checks that a file has the tables of a store and values of the right types. Internal to the
// store.
#pragma once

#include <string>
#include <vector>

#include "framework/store/sqlite.hpp"

namespace assay::sqlite {

// A sentence for each thing that is missing and each column with values of a wrong type.
[[nodiscard]] std::vector<std::string> schema_faults(Connection& connection);

}  // namespace assay::sqlite
