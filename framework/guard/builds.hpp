#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/worker/client.hpp"

namespace assay::guard {

// The two builds that are compared, each a list of folders with plugins. What both need and neither
// brings may lie in `common`.
struct BuildFolders {
  std::vector<std::filesystem::path> baseline;
  std::vector<std::filesystem::path> candidate;
  std::vector<std::filesystem::path> common;
};

// What either build offers, each asked by itself.
struct BuildCatalogs {
  Catalog baseline;
  Catalog candidate;
};

// Starts a worker for each build. `options` say everything but the folders. Throws environment
// Error naming the folder that does not exist or holds no usable plugin, and why.
[[nodiscard]] BuildCatalogs describe_builds(const BuildFolders& folders,
                                            const WorkerOptions& options);

// How a worker loads both, the candidate's folders before or after those of the baseline.
[[nodiscard]] WorkerOptions both_builds(const BuildFolders& folders, WorkerOptions options,
                                        bool candidate_first);

}  // namespace assay::guard
