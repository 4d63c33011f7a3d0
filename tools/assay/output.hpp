// Where and how results are written.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "framework/report/comparison.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

// Calls `body` with a stream to a file aside, and renames that to `file`, so that nothing
// half-written is left. Throws environment Error if the file cannot be written.
void write_aside(const std::string& file, const std::function<void(std::ostream& out)>& body);

struct OutputFlags {
  std::string format = "terminal";  // --format
  std::string file;                 // --output; "": standard output
  void add_to(const Subcommand& command);
  // Calls `body` with the stream to write to and whether it shows colours; a file is written aside.
  void write(const std::function<void(std::ostream& out, bool colour)>& body) const;
  void write(const Comparison& comparison) const;
};

// fine, or failed if some instance has no verified result.
[[nodiscard]] int verdict_exit(const Comparison& comparison);

}  // namespace assay::command
