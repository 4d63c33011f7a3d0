// The time that rounds of finals take, according to their trials. Internal to the report.
#pragma once

#include <optional>
#include <vector>

#include "framework/store/store.hpp"

namespace assay {

// The seconds from one trial of finals to the next, including its process, in the last run that has
// at least two of these trials. Nothing if no run has.
[[nodiscard]] std::optional<double> seconds_of_a_heat(
    const std::vector<const StoredTrial*>& finals);

}  // namespace assay
