// Where and how results are written.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "framework/report/comparison.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

// Calls `body` with the stream to write to and whether it shows colours: standard output for "",
// else a file. A regular file is replaced as a whole or not at all, behind symbolic links too; a
// device or a pipe is written to. Throws environment Error if the file cannot be written.
void write_output(const std::string& file,
                  const std::function<void(std::ostream& out, bool colour)>& body);
// Throws environment Error if write_output could not write the file; for who works long before.
void require_writable(const std::string& file);

struct OutputFlags {
  std::string format = "terminal";  // --format
  std::string file;                 // --output; "": standard output
  void add_to(const Subcommand& command);
  // Throws what write_output throws.
  void write(const std::function<void(std::ostream& out, bool colour)>& body) const;
  void write(const Comparison& comparison) const;
};

// fine, or failed if some instance has no verified result.
[[nodiscard]] int verdict_exit(const Comparison& comparison);

// The same for who has just measured: inconclusive where nothing failed but results only agree with
// a contender, for want of an independent reference. Then the last line on standard error says so,
// and how to mend it.
[[nodiscard]] int measured_exit(const Comparison& comparison);

}  // namespace assay::command
