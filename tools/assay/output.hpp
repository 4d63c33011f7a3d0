// Where and how a comparison is written.
#pragma once

#include <string>

#include "framework/report/comparison.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

struct OutputFlags {
  std::string format = "terminal";  // --format
  std::string file;                 // --output; "": standard output
  void add_to(CLI::App& app);
  // Writes to a file aside and renames it, so that nothing half-written is left. Throws environment
  // Error if the file cannot be written.
  void write(const Comparison& comparison) const;
};

// fine, or failed if some instance has no verified result.
[[nodiscard]] int verdict_exit(const Comparison& comparison);

}  // namespace assay::command
