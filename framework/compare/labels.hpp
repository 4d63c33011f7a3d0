// Labels that distinguish the compared things with as few words as possible, and mark imports.
#pragma once

#include "framework/compare/comparison.hpp"

namespace assay {

// A label for each instance: its problem and the arguments in which instances of that problem
// differ, with the digest of the inputs if two instances have equal arguments.
[[nodiscard]] std::vector<std::string> instance_labels(
    const std::vector<const InstanceRecord*>& instances);

// Sets the label of each instance to its instance_labels().
void label_instances(std::vector<InstanceComparison>& instances);

// " [imported]", to follow the name of a variant whose trials another tool recorded; otherwise "".
[[nodiscard]] std::string imported_mark(const StoredVariant& variant);

// Labels each entry by its variant, with device and build where entries differ in them.
void label_entries(std::vector<Entry>& entries);

}  // namespace assay
