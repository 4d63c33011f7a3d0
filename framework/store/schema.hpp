// The schema of the store and the migration of older files to it. Internal to the store.
#pragma once

#include <span>

#include "framework/store/sqlite.hpp"

namespace assay::sqlite {

// "assy" in ASCII, by which `file results.db` and assay itself recognise a store.
inline constexpr std::int64_t application_id = 0x61737379;

struct Schema {
  // Migration i takes a file from version i to version i + 1; version 0 is an empty file. Published
  // migrations never change: a new version is appended at the end.
  std::span<const char* const> migrations;
  // Replaced as a whole after migrating, so that views need no migrations of their own.
  const char* views;

  [[nodiscard]] std::int64_t version() const {
    return static_cast<std::int64_t>(migrations.size());
  }
};

[[nodiscard]] const Schema& store_schema();

// Brings a database to the schema's version in one transaction; only checks a read-only database.
// Throws environment Error for a file of another application or a newer version and, if read-only,
// for one of an older version.
void migrate(Connection& connection, const Schema& schema);

}  // namespace assay::sqlite
