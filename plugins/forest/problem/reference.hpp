// The reference forest, grown in the plainest way from the definition, to judge the optimised
// trainers.
#pragma once

#include <vector>

#include "forest/library/forest.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// Grows the reference. It shares with the variants only what defines the forest: the random
// choices, T(c) of entropy and the rounding of a midpoint. All else is naive: maps of values, each
// cut scored from scratch. The cost at each node is about distinct values times labels for each
// attribute tried. Trees are shared among threads.
Forest reference_forest(const TrainingData& data, const Settings& settings);

}  // namespace forest
