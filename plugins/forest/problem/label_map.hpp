// Labels as sources write them, made into numbers without gaps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace forest {

struct MappedLabels {
  std::vector<std::int32_t> labels;  // places in names
  std::vector<std::string> names;    // each once
};

// Names rise: as numbers if all are integers, else as text.
MappedLabels map_labels(const std::vector<std::string>& written);

}  // namespace forest
