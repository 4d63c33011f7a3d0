#pragma once

#include <iosfwd>
#include <string>

#include "framework/replay/summary.hpp"

namespace assay {

// Writes a summary in one of the formats of writer_names() (framework/compare/writer.hpp): tables
// for people, a CSV row for each space, strategy and budget, or everything, curves included, as
// JSON. Times are in seconds; missing values are empty in CSV and null in JSON. Throws usage Error
// for an unknown format.
void write_replay(const ReplaySummary& summary, const std::string& format, bool colour,
                  std::ostream& out);

}  // namespace assay
