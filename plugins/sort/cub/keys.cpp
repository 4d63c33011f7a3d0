#include "sort/cub/keys.hpp"

#include <cmath>
#include <string>

namespace sorting::cub_peers {

namespace sdk = assay::sdk;

sdk::Parameter keys_parameter() {
  return {"keys",
          "What is sorted: ranks (keys are converted to them and back, which is timed), right for "
          "all keys; or the floats themselves, which is refused if a key is -0 or NaN.",
          {"ranked", "float"}};
}

sdk::Constraint keys_constraint() {
  return {"keys == 'ranked' or distribution != 'special'",
          "CUB orders -0 and NaN differently from the problem"};
}

void require_plain(std::span<const float> keys) {
  for (std::size_t at = 0; at < keys.size(); ++at) {
    const float key = keys[at];
    if (!std::isnan(key) && (key != 0 || !std::signbit(key))) continue;
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "CUB orders -0 and NaN differently from the problem, and key " +
                         std::to_string(at) + " is " + (std::isnan(key) ? "NaN" : "-0") +
                         ": use keys = \"ranked\"");
  }
}

}  // namespace sorting::cub_peers
