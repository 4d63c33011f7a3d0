// The winner of one contest, as what builds and programs take in.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/report/comparison.hpp"

namespace assay {

// The best verified entry of one instance on one machine; refers into a comparison.
struct Winner {
  const StoredMachine* machine = nullptr;
  const InstanceComparison* instance = nullptr;
  const Entry* entry = nullptr;  // has a best measurement
  std::string mode;
};

// The winner of a comparison of one instance on one machine, on `device` unless that is empty;
// nothing where no result was verified. Throws usage Error that lists the instances if there are
// several, and environment Error if nothing is recorded.
[[nodiscard]] std::optional<Winner> winner_of(const Comparison& comparison,
                                              const std::string& device = "");

struct WinnerLayout {
  std::string prefix;  // of the macros
  std::vector<Parameter>
      parameters;  // of the variant, for their order and documentation; may be empty
  std::string assay_version;
};

// A C header: a comment that says what was measured where, and a macro for each parameter in order
// of declaration, named as the parameter with what cannot stand in a C name as '_'. Booleans are 1
// and 0; a text is a string, and one more macro, NAME_is_TEXT, is 1, for the preprocessor cannot
// compare strings.
void write_winner_header(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

// The same as JSON, with values as numbers in seconds or joules.
void write_winner_json(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

}  // namespace assay
