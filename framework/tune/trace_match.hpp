#pragma once

#include <optional>

#include "framework/store/recorded_space.hpp"
#include "framework/tune/searched_space.hpp"
#include "framework/tune/strategy/experience.hpp"

namespace assay {

// What a trace tells about a contender's space; nothing if it is not a trace of such a space. It is
// one if both have the same parameters, at least three, and at least half of the trace's
// configurations lie in the space, so that names and values agree. Parameters with a single value
// do not count: where only the space has them, every configuration gets that value, and where only
// the trace has them, they are left out.
[[nodiscard]] std::optional<EarlierSearch> matching_search(const RecordedSpace& trace,
                                                           const SearchedSpace& space,
                                                           const Contender& contender);

}  // namespace assay
