// Making trials and samples of the rows that hold them. Internal to the store. What is damaged is
// thrown as Error, by which reading() tells where it stands.
#pragma once

#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"

namespace assay::stored_trials {

// A SELECT without its WHERE, of trials with what disqualifies them.
extern const char* const select;

// What a row of it holds.
[[nodiscard]] StoredTrial at(const sqlite::Statement& row);

// All rows of a query that begins with it.
[[nodiscard]] std::vector<StoredTrial> all(const sqlite::Connection& connection,
                                           sqlite::Query& query);

// Reads six columns: number, run, stage, process, status and message.
[[nodiscard]] WrongTrial wrong_at(const sqlite::Statement& row, int first_column);

// With phases, in order.
[[nodiscard]] std::vector<Sample> samples(sqlite::Connection& connection, std::int64_t trial);

}  // namespace assay::stored_trials
