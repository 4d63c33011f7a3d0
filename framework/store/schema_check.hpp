// Whether a file has the tables of a store, and in them what they are for. Internal to the store.
#pragma once

#include <string>
#include <vector>

#include "framework/store/sqlite.hpp"

namespace assay::sqlite {

// What is missing, and columns that hold values of other kinds than theirs: a fault each, in words.
[[nodiscard]] std::vector<std::string> schema_faults(Connection& connection);

}  // namespace assay::sqlite
