// Builds of revisions, for guards.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::command {

// Revisions of the git repository around the current folder, built by a command of the user's in a
// worktree in the cache folder. That tree is used again and again, so that building the next
// revision takes what differs; the plugins of each are kept.
class RevisionBuilds {
 public:
  // `command` is run by the shell in the root of the tree and leaves plugins in `plugins`, a folder
  // relative to that. Throws usage Error outside a repository.
  RevisionBuilds(std::string command, std::filesystem::path plugins);

  // The commit's full hash. Throws usage Error if there is no such revision.
  [[nodiscard]] std::string commit(const std::string& revision) const;
  // "1a2b3c4 What it does".
  [[nodiscard]] std::string title(const std::string& commit) const;
  // What came after `good` up to `bad`, oldest first; of merges the first parents' line. Throws
  // usage Error where `good` is no ancestor of `bad`.
  [[nodiscard]] std::vector<std::string> between(const std::string& good,
                                                 const std::string& bad) const;
  // The folder of its plugins, built first where it has not been yet. Throws environment Error with
  // the last words of a build that fails or leaves no plugin.
  [[nodiscard]] std::filesystem::path plugins_of(const std::string& commit) const;

 private:
  void check_out(const std::string& commit) const;

  std::string command_;
  std::filesystem::path plugins_;
  std::filesystem::path repository_;
  std::filesystem::path tree_;
  std::filesystem::path kept_;  // a folder for each commit
};

}  // namespace assay::command
