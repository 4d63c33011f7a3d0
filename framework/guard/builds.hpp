#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/supervisor/client.hpp"

namespace assay::guard {

// The two builds that are compared, each a list of folders with plugins. `common` may hold plugins
// that both builds need and neither contains.
struct BuildFolders {
  std::vector<std::filesystem::path> baseline;
  std::vector<std::filesystem::path> candidate;
  std::vector<std::filesystem::path> common;
};

// The contents of the two builds, each described in isolation.
struct BuildCatalogs {
  Catalog baseline;
  Catalog candidate;
};

// Starts a worker for each build. `options` supply everything except the folders. Throws
// environment Error that names a folder that does not exist or has no usable plugin, and why.
[[nodiscard]] BuildCatalogs describe_builds(const BuildFolders& folders,
                                            const WorkerOptions& options);

// Options for a worker that loads both builds, the candidate's folders before or after the
// baseline's.
[[nodiscard]] WorkerOptions both_builds(const BuildFolders& folders, WorkerOptions options,
                                        bool candidate_first);

}  // namespace assay::guard
