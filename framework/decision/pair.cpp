#include "framework/decision/pair.hpp"

#include <fmt/format.h>

namespace assay::decision {

std::string label_of(const Pair& pair) {
  const std::string configuration =
      pair.configuration.empty() ? "" : " " + to_string(pair.configuration);
  return fmt::format("{}{}", pair.variant, configuration);
}

std::string backend_of(const Pair& pair) { return pair.device.substr(0, pair.device.find(':')); }

}  // namespace assay::decision
