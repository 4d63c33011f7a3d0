#include "framework/report/round_times.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

namespace assay {
namespace {

// Of a time in UTC as the store writes it; seconds since some fixed moment.
std::optional<double> seconds_of(const std::string& iso) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  double second = 0;
  if (std::sscanf(iso.c_str(), "%d-%u-%uT%d:%d:%lf", &year, &month, &day, &hour, &minute,
                  &second) != 6) {
    return std::nullopt;
  }
  using namespace std::chrono;
  const sys_days date = std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
  return static_cast<double>(date.time_since_epoch().count()) * 86400 + hour * 3600 + minute * 60 +
         second;
}

}  // namespace

std::optional<double> seconds_of_a_heat(const std::vector<const StoredTrial*>& finals) {
  std::map<std::int64_t, std::vector<double>> runs;
  for (const StoredTrial* trial : finals) {
    if (const auto seconds = seconds_of(trial->recorded)) runs[trial->run].push_back(*seconds);
  }
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const auto& times = run->second;
    if (times.size() < 2) continue;
    const auto [first, last] = std::ranges::minmax(times);
    return (last - first) / static_cast<double>(times.size() - 1);
  }
  return std::nullopt;
}

}  // namespace assay
