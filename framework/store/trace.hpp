// Traces: compact records of searched spaces, from which searches elsewhere start warm. A trace is
// a T4 file (t4.hpp) with a few hundred configurations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// The trace of a space: its best configurations and as many that are spread over the rest by their
// rank, failures last, all without samples. A space of no more configurations than that is kept
// whole. Throws environment Error if no configuration succeeded.
[[nodiscard]] RecordedSpace trace_of(const RecordedSpace& space);

// The file in a folder for the trace of a space; the same for equal origins, which replace each
// other.
[[nodiscard]] std::filesystem::path trace_file(const std::filesystem::path& folder,
                                               const RecordedSpace& space);

struct TraceLibrary {
  struct Trace {
    std::filesystem::path file;
    RecordedSpace space;
  };
  std::vector<Trace> traces;
  // For each file that cannot be read, which and why, and what to do about it.
  std::vector<std::string> complaints;
};

// Reads all traces (*.json.gz, *.json) of the folders, in the order of folders and of names.
[[nodiscard]] TraceLibrary read_traces(const std::vector<std::filesystem::path>& folders);

}  // namespace assay
