// The winner of a comparison, in forms that builds and programs can read.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/core/catalog.hpp"

namespace assay {

// The best verified entry of one instance on one machine; points into a comparison.
struct Winner {
  const StoredMachine* machine = nullptr;
  const InstanceComparison* instance = nullptr;
  const Entry* entry = nullptr;  // has a best measurement
  std::string mode;
};

// The winner of a comparison of one instance on one machine, on `device` unless that is empty.
// Nothing if no result was verified. Throws usage Error that lists the instances if there are
// several, and environment Error if nothing is recorded.
[[nodiscard]] std::optional<Winner> winner_of(const Comparison& comparison,
                                              const std::string& device = "");

struct WinnerLayout {
  std::string prefix;  // of the macros
  std::vector<Parameter>
      parameters;  // of the variant, for their order and documentation; may be empty
  std::string assay_version;
};

// Writes a C header: a comment on what was measured where, and a macro for each parameter in order
// of declaration, named like the parameter with '_' for characters that a C name cannot have.
// Booleans are 1 and 0. A text becomes a string and a second macro NAME_is_TEXT, which is 1, since
// the preprocessor cannot compare strings.
void write_winner_header(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

// Writes the winner as JSON, with values in seconds or joules.
void write_winner_json(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

}  // namespace assay
