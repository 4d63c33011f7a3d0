// The forest as its definition has it, in the plainest way: for judging those that hurry.
#pragma once

#include <vector>

#include "forest/library/forest.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest {

// Shares with the variants the random choices, T(c) of entropy and the rounding of a midpoint, for
// these define the forest, and no more: maps of values, each cut scored from scratch. Takes about
// distinct values times labels for each attribute tried at each node. Trees are shared among
// threads.
Forest reference_forest(const TrainingData& data, const Settings& settings);

}  // namespace forest
