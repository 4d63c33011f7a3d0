#pragma once

#include <string>

#include "framework/core/fields.hpp"

namespace assay {

// A [[dispatcher]] of a scenario: the file of a dispatcher that competes as a variant. Read by the
// scenario and sent to workers, which make the variant.
struct DispatcherFile {
  std::string name;   // of the variant
  std::string file;   // as the scenario names it
  std::string place;  // "X.toml:12:1 [[dispatcher]]"
  std::string text;   // of the file, which decision_from_json reads
};
void fields(auto& field, Of<DispatcherFile> auto& dispatcher) {
  field("name", dispatcher.name);
  field("file", dispatcher.file);
  field("place", dispatcher.place);
  field("text", dispatcher.text);
}

}  // namespace assay
