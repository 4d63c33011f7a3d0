// Kernels that the build puts into a plugin (assay_plugin(... KERNELS ...)), named by their paths.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.hpp"
#include "assay/kernel.hpp"

namespace assay::sdk {

// The kernels of this plugin and all files that they include. Names are paths below the folder of
// kernels. The build defines this function.
[[nodiscard]] std::span<const assay_source> embedded_sources();

// Compiles the kernel file at `path`, such as "sort/warp_sort.kernel". `written` are files that the
// kernel file includes and the plugin writes itself. Throws ASSAY_INTERNAL if no such file is
// embedded, and the errors of Program.
inline Program build(const Host& host, std::string_view path, const CompileOptions& options,
                     std::span<const assay_source> written = {}) {
  const auto embedded = embedded_sources();
  const auto found = std::ranges::find_if(
      embedded, [&](const assay_source& source) { return path == source.name; });
  if (found == embedded.end()) {
    throw Error(ASSAY_INTERNAL, "the plugin has no kernel '" + std::string(path) +
                                    "': name its folder after KERNELS in assay_plugin");
  }
  std::vector<assay_source> sources{*found};
  sources.insert(sources.end(), written.begin(), written.end());
  sources.insert(sources.end(), embedded.begin(), embedded.end());
  return {host, sources, options};
}

}  // namespace assay::sdk
