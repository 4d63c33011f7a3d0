#include "compact_grid/library/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "assay/plugin.hpp"

namespace compact_grid {

void require_memory(double bytes, const std::string& what, const std::string& cure) {
  const auto memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes <= memory) return;
  throw assay::sdk::Error(
      ASSAY_OUT_OF_MEMORY,
      fmt::format("{} takes about {:.3g} bytes, and this machine has {:.3g}: {}", what, bytes,
                  memory, cure));
}

}  // namespace compact_grid
