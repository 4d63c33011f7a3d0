#include "framework/guard/builds.hpp"

#include "framework/core/error.hpp"

namespace assay::guard {
namespace {

namespace fs = std::filesystem;
using Folders = std::vector<fs::path>;

void append(Folders& to, const Folders& more) { to.insert(to.end(), more.begin(), more.end()); }

void require_folders(const char* side, const Folders& folders) {
  for (const fs::path& folder : folders) {
    if (fs::is_directory(folder)) continue;
    throw environment_error(
        "the {}'s plugins: {} is not a folder; name the one with the build's *.so files", side,
        folder.string());
  }
}

Catalog describe(const char* side, const Folders& own, const Folders& common,
                 WorkerOptions options) {
  require_folders(side, own);
  options.plugin_folders = own;
  append(options.plugin_folders, common);
  WorkerClient worker(std::move(options));
  Catalog catalog = worker.catalog();
  if (catalog.variants.empty()) {
    std::string reasons;
    for (const SkippedPlugin& skipped : catalog.skipped) {
      reasons += fmt::format("; {}: {}", skipped.path, skipped.reason);
    }
    throw environment_error("the {}'s plugins provide no variant{}", side, reasons);
  }
  return catalog;
}

}  // namespace

BuildCatalogs describe_builds(const BuildFolders& folders, const WorkerOptions& options) {
  return {describe("baseline", folders.baseline, folders.common, options),
          describe("candidate", folders.candidate, folders.common, options)};
}

WorkerOptions both_builds(const BuildFolders& folders, WorkerOptions options,
                          bool candidate_first) {
  options.plugin_folders = candidate_first ? folders.candidate : folders.baseline;
  append(options.plugin_folders, candidate_first ? folders.baseline : folders.candidate);
  append(options.plugin_folders, folders.common);
  return options;
}

}  // namespace assay::guard
