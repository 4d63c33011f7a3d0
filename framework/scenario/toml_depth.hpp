// Limits how deeply a TOML text nests. Internal to the scenario.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Throws usage Error with the place where a text nests more deeply than any scenario does: keys of
// many parts (a.b.c), arrays and tables within each other. Parsing and freeing such a text takes
// stack for each level.
void require_shallow(std::string_view text, const std::string& file);

}  // namespace assay
