#include "sort/accelerator/batches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sorting::accelerator {
namespace {

constexpr std::size_t most = INT32_MAX;  // arrays, pairs in one array, and groups in a launch

void require_countable(const char* what, std::size_t count) {
  if (count <= most) return;
  throw assay::sdk::Error(
      ASSAY_UNSUPPORTED,
      fmt::format("{} {} are more than kernels can count, 2^31 - 1", count, what));
}

}  // namespace

std::vector<Batch> cut(const Offsets& offsets, std::size_t arrays_per_launch) {
  require_countable("arrays", offsets.arrays());
  require_countable("pairs in an array", offsets.longest());
  const std::size_t wanted = arrays_per_launch > 0 ? arrays_per_launch : most;
  std::vector<Batch> batches;
  for (std::size_t array = 0; array < offsets.arrays(); ++array) {
    const std::size_t length = offsets.length(array);
    if (!batches.empty()) {
      Batch& last = batches.back();
      const std::size_t longest = std::max<std::size_t>(last.longest, length);
      // An array needs at most as many groups as it has pairs.
      if (last.arrays < wanted && (last.arrays + 1) * std::max<std::size_t>(longest, 1) <= most) {
        ++last.arrays;
        last.longest = static_cast<std::uint32_t>(longest);
        continue;
      }
    }
    batches.push_back({static_cast<std::uint32_t>(array), 1, static_cast<std::uint32_t>(length)});
  }
  return batches;
}

}  // namespace sorting::accelerator
