// Builds of revisions, for guards.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::command {

// Revisions of the git repository around the current folder, built by the user's command in a
// worktree in the cache folder. That worktree is reused, so that building the next revision
// recompiles only what differs; the plugins of each revision are kept.
class RevisionBuilds {
 public:
  // `command` is run by the shell in the root of the worktree and leaves plugins in `plugins`, a
  // folder relative to that root. Throws usage Error outside a repository.
  RevisionBuilds(std::string command, std::filesystem::path plugins);

  // Returns the commit's full hash. Throws usage Error if there is no such revision.
  [[nodiscard]] std::string commit(const std::string& revision) const;
  // Returns the abbreviated hash and subject, such as "1a2b3c4 What it does".
  [[nodiscard]] std::string title(const std::string& commit) const;
  // Returns the commits after `good` up to `bad`, oldest first; follows the first parents of
  // merges. Throws usage Error if `good` is not an ancestor of `bad`.
  [[nodiscard]] std::vector<std::string> between(const std::string& good,
                                                 const std::string& bad) const;
  // Returns the folder of the commit's plugins, building them if they are not kept yet. Throws
  // environment Error with the end of the output of a build that fails or leaves no plugin.
  [[nodiscard]] std::filesystem::path plugins_of(const std::string& commit) const;

 private:
  void check_out(const std::string& commit) const;

  std::string command_;
  std::filesystem::path plugins_;
  std::filesystem::path repository_;
  std::filesystem::path tree_;
  std::filesystem::path kept_;  // contains a folder for each commit
};

}  // namespace assay::command
