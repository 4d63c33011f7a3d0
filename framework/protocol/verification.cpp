#include "framework/protocol/verification.hpp"

#include <cmath>

#include "framework/core/json.hpp"

namespace assay {

void Digits::add(const Digits& other) {
  if (!std::isnan(other.relative_error) && !(other.relative_error <= relative_error)) {
    relative_error = other.relative_error;
    magnitude = other.magnitude;
  }
  fine += other.fine;
  rounded += other.rounded;
}

nlohmann::json to_json(const Verification& verification) {
  const Digits& digits = verification.digits;
  return {{"status", to_string(verification.status)},
          {"error", real_to_json(verification.error)},
          {"message", verification.message},
          {"digits",
           {{"relative-error", real_to_json(digits.relative_error)},
            {"magnitude", real_to_json(digits.magnitude)},
            {"fine", digits.fine},
            {"rounded", digits.rounded}}}};
}

Verification verification_from_json(const nlohmann::json& found) {
  Verification verification{trial_status_from(found.at("status")),
                            real_from_json(found.at("error")), found.at("message")};
  const nlohmann::json& digits = found.at("digits");
  verification.digits = {real_from_json(digits.at("relative-error")),
                         real_from_json(digits.at("magnitude")), digits.at("fine"),
                         digits.at("rounded")};
  return verification;
}

}  // namespace assay
