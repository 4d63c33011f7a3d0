// Clocks that are coarse beside what they measure: their step, and how many runs make up for it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/inference/block_effect.hpp"

namespace assay::guard {

// What a time has to last to be compared, in steps of the clock that took it: a step is half a per
// cent of it then. Below that the median of many times is a multiple of the step, and stays the
// same one while the truth moves by as much as a step.
inline constexpr double fewest_steps = 200;

// The step of the clock, in the unit of the times, where the mean of either side is less than
// `fewest_steps` of it; 0 where it is not, or where the times show no step: they do by being
// multiples of one, up to a tenth of it, all of them. Fewer than six pairs show none, since so few
// may be multiples of anything. Where nothing differs from pair to pair the step is `unit`, in
// which the times are written, or where that is 0 the shorter time itself. A time of 0 shows that
// there is a step, however few the pairs: the shortest time that is none at most, and infinity
// where all are 0.
[[nodiscard]] double coarse_step(std::span<const inference::TimePair> pairs, double unit = 0);

// How many pairs in a row are to be averaged for a mean over `fewest_steps` of a clock with that
// step, and by a wide margin: the times at hand are few. Infinite if a side is 0 on average.
[[nodiscard]] double runs_to_last(std::span<const inference::TimePair> pairs, double step);

// The means of each `size` consecutive pairs, without the rest. The mean, not the median: the error
// of a time in whole steps is as often above as below where nothing ties a run to the clock, so
// that of a sum falls with the number of runs, while that of a median stays.
[[nodiscard]] std::vector<inference::TimePair> grouped(std::span<const inference::TimePair> pairs,
                                                       std::size_t size);

// Whether each side lasts `fewest_steps` in all of `size` pairs, on average.
[[nodiscard]] bool lasts(std::span<const inference::TimePair> pairs, std::size_t size, double step);

// Why times with such a step tell nothing, and what does.
[[nodiscard]] std::string too_coarse_text(double step);

}  // namespace assay::guard
