#pragma once

#include <string>

#include "framework/core/fields.hpp"

namespace assay {

struct Fact {
  std::string name;
  double value = 0;
  std::string unit;
};
void fields(auto& field, Of<Fact> auto& fact) {
  field("name", fact.name);
  field("value", fact.value);
  field("unit", fact.unit);
}

}  // namespace assay
