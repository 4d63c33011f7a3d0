#pragma once

#include <iosfwd>
#include <string>

#include "framework/replay/summary.hpp"

namespace assay {

// In the formats of writer_names() (framework/report/writer.hpp): tables for people, a CSV row for
// each space, strategy and budget, and everything, curves included, as JSON. Times in seconds; what
// is absent is empty in CSV and null in JSON. Throws usage Error for another format.
void write_replay(const ReplaySummary& summary, const std::string& format, bool colour,
                  std::ostream& out);

}  // namespace assay
