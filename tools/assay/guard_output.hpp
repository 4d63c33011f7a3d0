// Where the verdicts of a guard go, in how many formats.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/guard.hpp"
#include "tools/assay/command_line.hpp"

namespace assay::command {

// The options of `assay guard` about its report. For the format "github" there is one more place:
// where GitHub names the file of a step's summary, the report is appended to it as Markdown.
class GuardOutput {
 public:
  // Must outlive the parsing.
  void add_to(const Subcommand& command);
  // What can be wrong is told before hours of measuring: usage Error for a format that there is
  // not, environment Error for a file that cannot be written.
  void check() const;
  // Throws environment Error.
  void write(const guard::GuardReport& report) const;

 private:
  std::string format_ = "terminal";  // --format
  std::string file_;                 // --output; "": standard output
  std::vector<std::string> also_;    // --also, FORMAT=FILE each
};

}  // namespace assay::command
