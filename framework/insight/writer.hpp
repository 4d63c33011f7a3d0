#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "framework/insight/explanation.hpp"

namespace assay {

struct ExplanationLayout {
  std::string format = "terminal";  // of writer_names() (framework/report/writer.hpp)
  bool colour = false;
  bool everything = false;  // every value and pair in tables too, not those of weight only
};

// Tables for people; a CSV row for each parameter, pair, value and budget; everything as JSON.
// Objectives in their unit, shares of 1; what is absent is empty in CSV and null in JSON. Throws
// usage Error for another format.
void write_explanations(const std::vector<Explanation>& explanations,
                        const ExplanationLayout& layout, std::ostream& out);

}  // namespace assay
