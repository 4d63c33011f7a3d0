// Parameters that several sorts share.
#pragma once

#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace sorting::accelerator {

using assay::sdk::ParameterSet;

// The parameter carry: the data that are moved along with a key while it is sorted.
inline assay::sdk::Parameter carry_parameter(const char* why_positions) {
  return {"carry",
          std::string("What accompanies a key while it is sorted: its payload, or its position in "
                      "the array, with which payloads are fetched in the end; ") +
              why_positions,
          {"payloads", "positions"}};
}
inline bool carries_positions(const assay::sdk::Bindings& configuration) {
  return configuration.text("carry") == "positions";
}

}  // namespace sorting::accelerator
