// Numbers without gaps for the labels that sources write as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace forest {

struct MappedLabels {
  std::vector<std::int32_t> labels;  // indices into names
  std::vector<std::string> names;    // each name once
};

// Maps labels to numbers. Names are in ascending order: as numbers if all are integers, else as
// text.
MappedLabels map_labels(const std::vector<std::string>& written);

}  // namespace forest
