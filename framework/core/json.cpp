#include "framework/core/json.hpp"

#include <cmath>
#include <limits>

namespace assay {
namespace {

// The position of the quotation mark that closes the text opened at `begin`; at or past the end of
// `json` if there is none.
std::size_t end_of_text(std::string_view json, std::size_t begin) {
  std::size_t k = begin + 1;
  while (k < json.size() && json[k] != '"') k += json[k] == '\\' ? 2 : 1;
  return k;
}

// The reason why a text that may be JSON exceeds the bounds on depth and number of values; "" if it
// does not.
std::string excess(std::string_view json) {
  std::size_t depth = 0;
  std::size_t values = 1;
  for (std::size_t k = 0; k < json.size(); ++k) {
    switch (json[k]) {
      case '"':
        k = end_of_text(json, k);
        break;
      case '[':
      case '{':
        if (++depth > deepest_json) {
          return fmt::format("JSON nested deeper than {} levels at byte {}", deepest_json, k);
        }
        ++values;
        break;
      case ']':
      case '}':
        if (depth > 0) --depth;
        break;
      case ',':
        if (++values > most_json_values) {
          return fmt::format("JSON of more than {} values at byte {}", most_json_values, k);
        }
        break;
      default:
        break;
    }
  }
  return "";
}

}  // namespace

void require_bounded_json(std::string_view text) {
  if (const std::string reason = excess(text); !reason.empty()) throw usage_error("{}", reason);
}

nlohmann::json parse_json(std::string_view text) {
  require_bounded_json(text);
  return nlohmann::json::parse(text);
}

nlohmann::json parse_json_or_discard(std::string_view text) {
  if (!excess(text).empty()) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

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
      "'{}' is not a number; \"nan\", \"inf\" and \"-inf\" are the only texts that stand for one",
      text);
}

std::int64_t integer_from_json(const nlohmann::json& j) {
  if (j.is_number_unsigned() ? j.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max()
                             : j.is_number_integer()) {
    return j.get<std::int64_t>();
  }
  throw internal_error("this is not an integer: {}",
                       j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace assay
