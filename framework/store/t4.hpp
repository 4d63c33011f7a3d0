// The T4 format in which autotuners exchange results (AutoTuningAssociation, schema version 1.0.0):
// JSON with one object per trial under "results". Files in the wild depart from the schema in
// spelling, so "compilation" and "compilation_time", and a "timeunit" of "miliseconds", are read as
// what they mean. Where a file names no "timeunit", as those of KTT, its times are in the unit of
// its objective.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "framework/store/recorded_space.hpp"

namespace assay {

// Reads a T4 file, plain or gzip. Throws environment Error that names the place and the cure: for a
// file that is cut off, damaged or no T4; for times in several units or in none; for two results of
// one configuration; for results that differ in their parameters or their objective, or whose
// objective is no time, or is the same number as their times in another unit.
[[nodiscard]] RecordedSpace read_t4(const std::filesystem::path& path);

// The same for text at hand; `place` stands for the file in messages and names the space.
[[nodiscard]] RecordedSpace parse_t4(const std::string& text, const std::string& place);

// The same for a document at hand.
[[nodiscard]] RecordedSpace t4_space(const nlohmann::ordered_json& document,
                                     const std::string& place);

// Writes a space as a T4 file, packed by gzip if its name ends in .gz: times in seconds, so that
// they read back to the bit, and where the space was recorded under "metadata". What T4 has no word
// for gets the nearest: "correctness" for what was computed wrongly or written out of bounds,
// "runtime" for anything else that failed when run. Throws environment Error if the file cannot be
// written; then nothing is left of it.
void write_t4(const RecordedSpace& space, const std::filesystem::path& path);

// The text of such a file.
[[nodiscard]] std::string t4_text(const RecordedSpace& space);

}  // namespace assay
