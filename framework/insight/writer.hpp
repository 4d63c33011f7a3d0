#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "framework/insight/explanation.hpp"

namespace assay {

struct ExplanationLayout {
  std::string format = "terminal";  // one of writer_names() (framework/compare/writer.hpp)
  bool colour = false;
  bool everything = false;  // tables show every value and pair, not only significant ones
};

// Writes explanations: tables for people; a CSV row for each parameter, pair, value and budget; or
// everything as JSON. Objectives are in their unit, shares are fractions of 1; missing values are
// empty in CSV and null in JSON. Throws usage Error for an unknown format.
void write_explanations(const std::vector<Explanation>& explanations,
                        const ExplanationLayout& layout, std::ostream& out);

}  // namespace assay
