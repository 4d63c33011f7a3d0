// The destinations and formats of results.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "framework/compare/comparison.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

// Calls `body` with the stream to write to and whether it shows colours: standard output for "",
// else a file. A regular file, also one behind symbolic links, is replaced as a whole or not at
// all; a device or a pipe is written directly. Throws environment Error if the file cannot be
// written.
void write_output(const std::string& file,
                  const std::function<void(std::ostream& out, bool colour)>& body);
// Throws environment Error if write_output could not write the file; for commands that work long
// before they write.
void require_writable(const std::string& file);

struct OutputFlags {
  std::string format = "terminal";  // --format
  std::string file;                 // --output; "": standard output
  bool each = false;                // --each; for comparisons
  void add_to(const Subcommand& command);
  // The same for a command that writes a comparison.
  void add_comparison_to(const Subcommand& command);
  // Throws what write_output throws.
  void write(const std::function<void(std::ostream& out, bool colour)>& body) const;
  void write(const Comparison& comparison) const;
};

// Returns fine, or failed if some instance has no verified result.
[[nodiscard]] int verdict_exit(const Comparison& comparison);

// Returns the exit code of a command that has just measured: as verdict_exit, but inconclusive if
// nothing failed and results only agree with a contender, for lack of an independent reference. The
// last line on standard error then says so, and how to remedy it.
[[nodiscard]] int measured_exit(const Comparison& comparison);

}  // namespace assay::command
