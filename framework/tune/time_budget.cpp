#include "framework/tune/time_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace assay {
namespace {

// Finals take tens of seconds where searches take minutes, and as long as searches that are
// short.
constexpr double share_of_search = 0.85;
constexpr double least_for_finals = 10;  // seconds, where the search keeps half of the time

double search_share(double seconds) {
  return std::clamp(1 - least_for_finals / seconds, 0.5, share_of_search);
}

constexpr std::chrono::milliseconds stop_glance{10};

}  // namespace

TimeBudget::TimeBudget(const Scenario& scenario, std::size_t contests)
    : scenario_(scenario), whole_(scenario.tune.whole_seconds), contests_(contests) {}

std::string TimeBudget::text() const {
  if (!std::isfinite(whole_)) return "";
  const double each = whole_ / static_cast<double>(std::max<std::size_t>(1, contests_));
  return fmt::format(
      "{:.3g} s in all, {}: {:.3g} s for the search, shared by its variants, and {:.3g} s for the "
      "finals; time left over goes to whatever comes next",
      whole_,
      contests_ == 1 ? "for one instance"
                     : fmt::format("for each of {} instances {:.3g} s", contests_, each),
      search_share(each) * each, (1 - search_share(each)) * each);
}

void TimeBudget::contest_begins() {
  const double now = watch_.seconds();
  contest_began_ = now;
  contest_ends_ =
      now + (whole_ - now) / static_cast<double>(contests_ - std::min(begun_, contests_ - 1));
  ++begun_;
}

double TimeBudget::search_seconds(std::size_t searches_left) const {
  const auto& named = scenario_.tune.seconds;
  if (!std::isfinite(whole_)) return named.value_or(default_search_seconds);
  const double seconds = contest_ends_ - contest_began_;
  const double until = contest_began_ + search_share(seconds) * seconds;
  const double left = std::max(0.0, until - watch_.seconds());
  const double share = left / static_cast<double>(searches_left);
  return std::min(named.value_or(share), share);
}

FinalsLimits TimeBudget::finals_limits(std::uint64_t seed) const {
  const double left = std::isfinite(whole_) ? std::max(0.0, contest_ends_ - watch_.seconds())
                                            : std::numeric_limits<double>::infinity();
  return {std::min(scenario_.finals.seconds, left), left, seed};
}

double TimeBudget::seconds_left() const { return std::max(0.0, whole_ - watch_.seconds()); }

std::vector<bool> affordable(std::span<const MeasurementCost> costs, std::size_t times,
                             double seconds) {
  std::vector<bool> stays(costs.size(), true);
  std::vector<std::size_t> cheapest_first(costs.size());
  std::iota(cheapest_first.begin(), cheapest_first.end(), 0U);
  std::ranges::stable_sort(cheapest_first, {}, [&](std::size_t k) { return costs[k].seconds; });
  const auto rival = std::ranges::find_if(cheapest_first, [&](std::size_t k) {
    return costs[k].group != costs[cheapest_first.front()].group;
  });
  double all = 0;
  for (const auto& cost : costs) all += cost.seconds;
  for (std::size_t place = costs.size(); place-- > 0;) {
    const std::size_t k = cheapest_first[place];
    if (all * static_cast<double>(times) <= seconds) break;
    if (k == cheapest_first.front() || (rival != cheapest_first.end() && k == *rival)) continue;
    stays[k] = false;
    all -= costs[k].seconds;
  }
  return stays;
}

StopInTime::StopInTime(const std::atomic<bool>& asked, double seconds) : asked_(asked) {
  if (!std::isfinite(seconds)) return;
  thread_ = std::thread([this, seconds] {
    const Stopwatch watch;
    while (!over_ && !asked_ && watch.seconds() < seconds) {
      std::this_thread::sleep_for(stop_glance);
    }
    stop_ = true;
  });
}

StopInTime::~StopInTime() {
  over_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace assay
