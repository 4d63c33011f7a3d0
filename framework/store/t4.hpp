// The T4 format in which autotuners exchange results (AutoTuningAssociation, schema version 1.0.0):
// JSON with one object per trial under "results". Real files depart from the schema in spelling, so
// "compilation" and "compilation_time", and a "timeunit" of "miliseconds", are read as what they
// mean. If a file names no "timeunit", as KTT's do not, its times are in the unit of its objective.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "framework/store/recorded_space.hpp"

namespace assay {

// Reads a plain or gzip T4 file. Throws environment Error that names the place and the cure: for a
// file that is cut off, damaged or not T4; for times in several units or none; for two results of
// one configuration; for results that differ in their parameters or their objective; and for an
// objective that is not a time, or that is the same number as the times in another unit.
[[nodiscard]] RecordedSpace read_t4(const std::filesystem::path& path);

// Parses the text of a T4 file. `place` stands for the file in messages and names the space.
[[nodiscard]] RecordedSpace parse_t4(const std::string& text, const std::string& place);

// Converts the parsed document of a T4 file. `place` stands for the file in messages and names the
// space.
[[nodiscard]] RecordedSpace t4_space(const nlohmann::ordered_json& document,
                                     const std::string& place);

// Writes a space as a T4 file, compressed with gzip if its name ends in .gz. Times are in seconds,
// so that they read back to the bit; the origin of the space is under "metadata". A status that T4
// has no word for gets the nearest one: "correctness" for wrong output and writes out of bounds,
// "runtime" for any other failure at run time. Throws environment Error if the file cannot be
// written, and leaves nothing of it.
void write_t4(const RecordedSpace& space, const std::filesystem::path& path);

// The text of the T4 file of a space, uncompressed.
[[nodiscard]] std::string t4_text(const RecordedSpace& space);

}  // namespace assay
