// Names that tell the compared things apart and say no more, but for what others recorded.
#pragma once

#include "framework/report/comparison.hpp"

namespace assay {

// A label for each instance: its problem and the arguments in which instances of that problem
// differ, with the digest of the inputs where the arguments do not tell two apart.
[[nodiscard]] std::vector<std::string> instance_labels(
    const std::vector<const InstanceRecord*>& instances);

// Labels each so.
void label_instances(std::vector<InstanceComparison>& instances);

// " [imported]" behind the name of a variant whose trials another tool recorded, else "".
[[nodiscard]] std::string imported_mark(const StoredVariant& variant);

// Labels each entry by its variant, with the device and the build where they tell entries apart.
void label_entries(std::vector<Entry>& entries);

}  // namespace assay
