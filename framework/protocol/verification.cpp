#include "framework/protocol/verification.hpp"

#include <cmath>

#include "framework/core/json_fields.hpp"

namespace assay {

void Digits::add(const Digits& other) {
  if (!std::isnan(other.relative_error) && !(other.relative_error <= relative_error)) {
    relative_error = other.relative_error;
    magnitude = other.magnitude;
  }
  fine += other.fine;
  rounded += other.rounded;
}

void fields(auto& field, Of<Digits> auto& digits) {
  field("relative-error", digits.relative_error);
  field("magnitude", digits.magnitude);
  field("fine", digits.fine);
  field("rounded", digits.rounded);
}

void fields(auto& field, Of<Verification> auto& verification) {
  field("status", verification.status, trial_status_from);
  field("error", verification.error);
  field("message", verification.message);
  field("digits", verification.digits);
}

nlohmann::json to_json(const Verification& verification) { return json_of(verification); }

Verification verification_from_json(const nlohmann::json& found) {
  return read_as<Verification>(found);
}

}  // namespace assay
