// Help for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The candidate nearest to `name`: by edit distance (insertion, deletion, replacement, swap of
// neighbours; case is ignored), else the first that contains `name`. Empty if none is near enough
// to be what was meant.
[[nodiscard]] std::string nearest_name(std::string_view name,
                                       const std::vector<std::string>& candidates);

// The second half of an error about an unknown name: "did you mean 'x'?", or, if no candidate is
// near, "choose from a, b, c" or "there are none".
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       const std::vector<std::string>& candidates);

}  // namespace assay
