#include "framework/measure/sampler.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "framework/inference/median.hpp"
#include "framework/measure/warm_up.hpp"

namespace assay {
namespace {

// The fewest samples whose interval is bounded at the usual 95 %: racing may end a trial there, no
// matter how many samples a precise result needs.
constexpr std::size_t first_race_check = 6;

// A trial that is so far behind that no interval is needed: each of so many samples is beyond the
// limit by more than a factor. One is not enough, because the first may include one-time costs
// (page faults, a driver that compiles at the first launch).
struct Hopeless {
  std::size_t samples;
  double factor;
};
constexpr std::array<Hopeless, 2> hopeless = {{{2, 3}, {3, 1.5}}};

// The share of the time that may be spent on samples that are retaken; their number is limited to
// that of the samples that count.
constexpr double retaken_share = 0.5;

// The number of samples at which the interval is looked at next. Looking again and again, and
// stopping at the first narrow interval, makes it optimistic (optional stopping): with k looks the
// true error rate can reach k times the nominal one. Looks at geometrically growing sizes keep k
// logarithmic and the cost of all looks linear; the finalists of a tuning are measured again for
// the same reason.
std::size_t next_look(std::size_t samples) {
  return samples + std::max<std::size_t>(2, samples / 4);
}

}  // namespace

Sampler::Sampler(SamplingOptions options, Objective objective)
    : options_(options),
      objective_(std::move(objective)),
      next_check_(std::max<std::size_t>(1, options.min_samples)) {
  if (options_.race_limit) next_check_ = std::min(next_check_, first_race_check);
}

std::optional<StopReason> Sampler::add(Sample sample, double elapsed_seconds,
                                       double verifying_seconds) {
  values_.push_back(objective_.of(sample));
  samples_.push_back(std::move(sample));
  if (is_hopeless()) return StopReason::raced;
  if (values_.size() >= next_check_) {
    next_check_ = next_look(values_.size());
    if (auto reason = check_interval()) return reason;
  }
  if (values_.size() >= options_.max_samples || is_over(elapsed_seconds, verifying_seconds)) {
    return StopReason::budget;
  }
  return std::nullopt;
}

bool Sampler::is_over(double elapsed_seconds, double verifying_seconds) const {
  if (elapsed_seconds >= options_.max_seconds) return true;
  return options_.patience_seconds && values_.size() >= options_.min_samples &&
         elapsed_seconds + verifying_seconds >= *options_.patience_seconds;
}

void Sampler::set_aside(Sample sample) {
  sample.warm_up = true;
  samples_.push_back(std::move(sample));
}

bool Sampler::slowed_down(std::size_t count, double elapsed_seconds) {
  const bool retake = elapsed_seconds < retaken_share * options_.max_seconds &&
                      samples_.size() < 2 * std::size_t{options_.max_samples};
  // None of the last `count` samples is one retaken earlier: samples are marked as soon as the
  // slowdown is known.
  std::size_t left = std::min(count, values_.size());
  if (retake) values_.resize(values_.size() - left);
  for (auto sample = samples_.rbegin(); left > 0; ++sample) {
    if (sample->warm_up) continue;
    sample->slowed = retake ? Slowed::retaken : Slowed::kept;
    --left;
  }
  return retake;
}

bool Sampler::is_hopeless() const {
  if (!options_.race_limit || values_.empty()) return false;
  const double behind = *std::ranges::min_element(values_) / *options_.race_limit;
  return std::ranges::any_of(hopeless, [&](const Hopeless& each) {
    return values_.size() >= each.samples && behind > each.factor;
  });
}

std::optional<StopReason> Sampler::check_interval() {
  const std::size_t warm_up = warm_up_length(values_);
  const auto settled = std::span(values_).subspan(warm_up);
  const Interval interval = inference::median_interval(settled, options_.confidence);
  if (options_.race_limit && interval.lower > *options_.race_limit) return StopReason::raced;
  if (settled.size() < options_.min_samples) return std::nullopt;
  if (interval.upper - interval.lower <= options_.relative_width * interval.median) {
    return StopReason::precise;
  }
  return std::nullopt;
}

std::vector<Sample> Sampler::take_samples() {
  std::size_t warm_up = warm_up_length(values_);
  for (Sample& sample : samples_) {
    if (warm_up == 0) break;
    if (!sample.counts()) continue;
    sample.warm_up = true;
    --warm_up;
  }
  values_.clear();
  return std::exchange(samples_, {});
}

}  // namespace assay
