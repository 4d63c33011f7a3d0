// The schema of the store. Internal to the store.
#pragma once

#include "framework/store/sqlite.hpp"

namespace assay::sqlite {

// "assy" in ASCII, by which `file results.db` and assay itself recognise a store.
inline constexpr std::int64_t application_id = 0x61737379;

// The number of the schema, SQLite's user_version: any change of a table takes the next one.
inline constexpr std::int64_t schema_version = 1;

// Makes a store of an empty database, in one transaction. Throws environment Error for a file of
// another application or of another schema and, if it is read-only, for an empty one.
void set_up(Connection& connection);

}  // namespace assay::sqlite
