#include "framework/tune/pace.hpp"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

constexpr std::size_t first_times = 3;  // that are noted before they count
constexpr double weight = 0.125;        // of the latest time in the mean
// Times to compile differ from configuration to configuration, so the device would wait now and
// then if just as many were compiled as it measures.
constexpr double reserve = 2;

}  // namespace

void Pace::Mean::note(double seconds) {
  ++count_;
  const double share = std::max(weight, 1 / static_cast<double>(count_));
  seconds_ += share * (seconds - seconds_);
}

bool Pace::Mean::known() const { return count_ >= first_times; }

Pace Pace::uncompiled(std::size_t lanes) {
  Pace pace;
  pace.beside_ = 2 * lanes - 1;
  return pace;
}

Pace Pace::compiled(const TrialLanes& lanes, Cores cores, std::uint64_t budget) {
  const auto serving = lanes.serving();
  std::size_t processes = SIZE_MAX;
  for (const TrialLane* lane : serving) processes = std::min(processes, lane->processes());
  Pace pace;
  pace.lanes_ = serving.size();
  pace.beside_ = 1;
  // Measuring elsewhere takes one core of those that compile.
  pace.most_ = std::max<std::size_t>(1, cores == Cores::shared ? processes : processes - 1);
  const auto a_tenth = static_cast<std::size_t>(budget / 10 / serving.size());
  pace.at_first_ = std::clamp<std::size_t>(a_tenth, 1, pace.most_);
  pace.learns_ = true;
  return pace;
}

Pace Pace::of(std::span<const Contender> contenders, const TrialLanes& lanes,
              std::uint64_t budget) {
  if (std::ranges::none_of(contenders, is_compiled)) return uncompiled(lanes.serving().size());
  const bool shared = std::ranges::any_of(
      contenders, [](const Contender& each) { return each.device.on_host_cores; });
  return compiled(lanes, shared ? Cores::shared : Cores::separate, budget);
}

Pace Pace::reproducible() const {
  Pace pace = *this;
  pace.learns_ = false;
  pace.in_order_ = true;
  return pace;
}

std::size_t Pace::depth() const {
  std::size_t compiling = at_first_;
  if (learns_ && compile_.known() && measure_.known()) {
    const double needed = std::ceil(reserve * compile_.seconds() / measure_.seconds());
    compiling = static_cast<std::size_t>(std::clamp(needed, 1.0, static_cast<double>(most_)));
  }
  return lanes_ * (beside_ + compiling);
}

}  // namespace assay
