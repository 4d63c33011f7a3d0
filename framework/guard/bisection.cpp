#include "framework/guard/bisection.hpp"

#include <optional>

namespace assay::guard {
namespace {

// The revision nearest to the middle among first .. last-1 whose verdict is not recorded as
// unknown.
std::optional<std::size_t> next_to_test(std::size_t first, std::size_t last,
                                        const std::vector<bool>& unknown) {
  const std::size_t middle = first + (last - first) / 2;
  for (std::size_t distance = 0; distance <= last - first; ++distance) {
    if (middle + distance < last && !unknown[middle + distance]) return middle + distance;
    if (middle >= first + distance && !unknown[middle - distance]) return middle - distance;
  }
  return std::nullopt;
}

}  // namespace

Bisection bisect(std::size_t count, const std::function<RevisionVerdict(std::size_t)>& verdict_of) {
  Bisection range{0, count - 1, 0};
  std::vector<bool> unknown(count);
  while (const auto chosen =
             range.found() ? std::nullopt : next_to_test(range.first, range.last, unknown)) {
    ++range.tested;
    switch (verdict_of(*chosen)) {
      case RevisionVerdict::fine:
        range.first = *chosen + 1;
        break;
      case RevisionVerdict::slower:
        range.last = *chosen;
        break;
      case RevisionVerdict::unknown:
        unknown[*chosen] = true;
        break;
    }
  }
  return range;
}

}  // namespace assay::guard
