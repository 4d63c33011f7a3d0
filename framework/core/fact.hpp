#pragma once

#include <string>

#include "framework/core/fields.hpp"

namespace assay {

struct Fact {
  std::string name;
  double value = 0;
  std::string unit;
};
// The fact of a trial whose outputs are real or complex numbers that are compared: the largest
// deviation in an output relative to the largest number expected in it, of the outputs that were
// verified last.
inline constexpr const char* relative_error_fact = "relative_error";

void fields(auto& field, Of<Fact> auto& fact) {
  field("name", fact.name);
  field("value", fact.value);
  field("unit", fact.unit);
}

}  // namespace assay
