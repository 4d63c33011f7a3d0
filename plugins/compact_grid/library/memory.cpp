#include "compact_grid/library/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace compact_grid {

void require_memory(double bytes, const std::string& what, const std::string& cure) {
  const auto memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes <= memory) return;
  throw assay::sdk::Error(
      ASSAY_OUT_OF_MEMORY,
      fmt::format("{} takes about {:.3g} bytes, but this machine has {:.3g}: {}", what, bytes,
                  memory, cure));
}

void tell_bytes(const assay::sdk::Host& host, std::size_t bytes, const Grid& grid) {
  host.trial_fact("structure_bytes", static_cast<double>(bytes), "bytes");
  host.trial_fact("bytes_per_point",
                  static_cast<double>(bytes) / static_cast<double>(grid.points()), "bytes");
}
void tell_compact_bytes(const assay::sdk::Host& host, std::size_t array_bytes, const Grid& grid) {
  tell_bytes(host, array_bytes + grid.table_bytes(), grid);
}

}  // namespace compact_grid
