// The caveats that a reader of an instance's results must know. Internal to the report.
#pragma once

#include <string>

#include "framework/compare/comparison.hpp"

namespace assay {

// Adds the notes of an instance whose entries are ranked by `objective` and compared with
// `reference`.
void add_notes(InstanceComparison& instance, const std::string& reference,
               const Objective& objective);

}  // namespace assay
