// How long rounds of finals take, as their trials tell. Internal to the report.
#pragma once

#include <optional>
#include <vector>

#include "framework/store/store.hpp"

namespace assay {

// Seconds from one trial of finals to the next, process and all, in the last run among these that
// has two or more. Nothing where none has.
[[nodiscard]] std::optional<double> seconds_of_a_heat(
    const std::vector<const StoredTrial*>& finals);

}  // namespace assay
