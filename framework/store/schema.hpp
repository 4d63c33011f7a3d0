// The schema of the store and how an older file becomes a newer one. Internal to the store.
#pragma once

#include <span>

#include "framework/store/sqlite.hpp"

namespace assay::sqlite {

// "assy" in ASCII, so that `file results.db` and we know our own.
inline constexpr std::int64_t application_id = 0x61737379;

struct Schema {
  // Migration i takes a file of version i to version i + 1; version 0 is an empty file. Published
  // migrations never change: a new version is a new one at the end.
  std::span<const char* const> migrations;
  // Replaced as a whole after migrating, so that views need no history of their own.
  const char* views;

  [[nodiscard]] std::int64_t version() const {
    return static_cast<std::int64_t>(migrations.size());
  }
};

[[nodiscard]] const Schema& store_schema();

// Brings a database to the schema's version, in one transaction. Read-only databases are only
// checked. Throws environment Error for a file of another application, a newer version, and, read
// only, for an older one.
void migrate(Connection& connection, const Schema& schema);

}  // namespace assay::sqlite
