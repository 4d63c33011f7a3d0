#include "framework/core/json.hpp"

#include <cmath>
#include <limits>

namespace assay {

nlohmann::json real_to_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double real_from_json(const nlohmann::json& j) {
  if (!j.is_string()) return j.get<double>();
  const auto& text = j.get_ref<const std::string&>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw internal_error(
      "'{}' is not a number; \"nan\", \"inf\" and \"-inf\" are the only texts that are", text);
}

}  // namespace assay
