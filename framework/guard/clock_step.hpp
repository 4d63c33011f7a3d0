// Clocks that are coarse compared with what they measure: their step, and the number of runs that
// compensates for it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/inference/block_effect.hpp"

namespace assay::guard {

// The duration that a time needs in order to be compared, in steps of its clock; a step is then
// half a per cent of it. Of shorter times even the median of many is a multiple of the step and
// stays constant while the true time changes by up to a step.
inline constexpr double fewest_steps = 200;

// The step of the clock, in the unit of the times, if the mean of either side is shorter than
// `fewest_steps` steps; otherwise 0. Also 0 if the times show no step. Times show a step if all of
// them are multiples of it, within a tenth of it. Fewer than six pairs show none, since so few may
// be multiples of anything. If all pairs are equal, the step is `unit`, in which the times are
// written, or, if that is 0, the shorter time itself. A time of 0 proves a step for any number of
// pairs: at most the shortest time that is not 0, and infinity if all are 0.
[[nodiscard]] double coarse_step(std::span<const inference::TimePair> pairs, double unit = 0);

// The number of consecutive pairs to average so that a mean exceeds `fewest_steps` of a clock with
// that step, by a wide margin since few times are at hand. Infinite if a side is 0 on average.
[[nodiscard]] double runs_to_last(std::span<const inference::TimePair> pairs, double step);

// The means of each `size` consecutive pairs, without the remainder. Means rather than medians: the
// error of a time in whole steps is positive as often as negative if nothing ties a run to the
// clock, so the error of a mean falls with the number of runs, while that of a median stays.
[[nodiscard]] std::vector<inference::TimePair> grouped(std::span<const inference::TimePair> pairs,
                                                       std::size_t size);

// Whether, on average, `size` runs of each side last `fewest_steps`.
[[nodiscard]] bool lasts(std::span<const inference::TimePair> pairs, std::size_t size, double step);

// Explains why times with such a step tell nothing, and what to do.
[[nodiscard]] std::string too_coarse_text(double step);

}  // namespace assay::guard
