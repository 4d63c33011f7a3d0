// The destinations and formats of a guard's verdicts.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/guard.hpp"
#include "tools/assay/command_line.hpp"

namespace assay::command {

// The options of `assay guard` about its report. The format "github" has an additional destination:
// the report is appended as Markdown to the file that GitHub names for a step's summary.
class GuardOutput {
 public:
  // This object must outlive the parsing.
  void add_to(const Subcommand& command);
  // Reports mistakes before hours of measuring: throws usage Error for an unknown format,
  // environment Error for a file that cannot be written.
  void check() const;
  // Writes the report to all destinations. Throws environment Error.
  void write(const guard::GuardReport& report) const;

 private:
  std::string format_ = "terminal";  // --format
  std::string file_;                 // --output; "": standard output
  std::vector<std::string> also_;    // --also, each FORMAT=FILE
};

}  // namespace assay::command
