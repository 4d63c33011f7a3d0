#pragma once

#include <string>

#include "framework/core/fields.hpp"

namespace assay {

// A text and its place in the scenario ("file:line:column"), for messages.
struct PlacedText {
  std::string text;
  std::string place;

  bool operator==(const PlacedText&) const = default;
};
void fields(auto& field, Of<PlacedText> auto& placed) {
  field("text", placed.text);
  field("place", placed.place);
}
using Formula = PlacedText;  // an expression (core/expression.hpp)

}  // namespace assay
