// Building trials and samples from database rows. Internal to the store. Damage is thrown as an
// Error, to which reading() adds the place.
#pragma once

#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"

namespace assay::stored_trials {

// A SELECT, without a WHERE clause, of trials together with the trial that disqualifies each.
extern const char* const select;

// The trial in a row of `select`.
[[nodiscard]] StoredTrial at(const sqlite::Statement& row);

// All trials of a query that begins with `select`.
[[nodiscard]] std::vector<StoredTrial> all(const sqlite::Connection& connection,
                                           sqlite::Query& query);

// The wrong trial in six columns of a row: id, run, stage, process, status and message.
[[nodiscard]] WrongTrial wrong_at(const sqlite::Statement& row, int first_column);

// The samples of a trial with their phases, in order of measuring.
[[nodiscard]] std::vector<Sample> samples(sqlite::Connection& connection, std::int64_t trial);

}  // namespace assay::stored_trials
