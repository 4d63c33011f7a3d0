#include "framework/device/limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace assay::device {
namespace {

// "345 to 1980 MHz in steps of 15", or all of them where they are few or far from even.
std::string clocks_text(const std::vector<unsigned>& clocks) {
  constexpr std::size_t few = 4;
  constexpr std::size_t most_steps = 2;  // some devices round every second clock
  std::set<unsigned> steps;
  for (std::size_t k = 1; k < clocks.size(); ++k) steps.insert(clocks[k] - clocks[k - 1]);
  if (clocks.size() <= few || steps.size() > most_steps) {
    return fmt::format("{} MHz", fmt::join(clocks, ", "));
  }
  return fmt::format("{} to {} MHz in steps of {}", clocks.front(), clocks.back(),
                     fmt::join(steps, " or "));
}

}  // namespace

std::string to_string(const LimitRanges& ranges) {
  std::vector<std::string> texts;
  if (!ranges.graphics_clocks.empty()) {
    texts.push_back("graphics clock " + clocks_text(ranges.graphics_clocks));
  }
  if (!ranges.memory_clocks.empty()) {
    texts.push_back("memory clock " + clocks_text(ranges.memory_clocks));
  }
  if (ranges.least_watts && ranges.most_watts) {
    texts.push_back(fmt::format("power {} to {} W{}", *ranges.least_watts, *ranges.most_watts,
                                ranges.watts ? fmt::format(" (now {} W)", *ranges.watts) : ""));
  }
  if (texts.empty()) return "NVML tells of no limits that the device takes";
  return fmt::format("{}; {}", fmt::join(texts, "; "),
                     ranges.may_be_set
                         ? "this process may limit them"
                         : "limiting them takes root, in a container the capability SYS_ADMIN");
}

}  // namespace assay::device
