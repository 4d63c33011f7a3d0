#include "tools/assay/revisions.hpp"

#include <fmt/format.h>

#include <fstream>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/paths.hpp"
#include "framework/core/shell.hpp"

namespace assay::command {
namespace {

namespace fs = std::filesystem;

// Removes the line ends at the end.
std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

ShellOutcome git(const fs::path& repository, const std::string& arguments) {
  return run_shell(fmt::format("git -C {} {}", shell_quoted(repository.string()), arguments));
}

bool has_plugins(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".so") return true;
  }
  return false;
}

// Copies to a temporary name first: an interrupted copy must not pass for a build.
void keep(const fs::path& built, const fs::path& kept) {
  const fs::path aside = kept.string() + ".part";
  std::error_code error;
  fs::remove_all(aside, error);
  fs::create_directories(aside, error);
  if (!error) fs::copy(built, aside, fs::copy_options::recursive, error);
  if (!error) fs::rename(aside, kept, error);
  if (error) {
    throw environment_error("cannot keep the plugins of {} in {}: {}", built.string(),
                            kept.string(), error.message());
  }
}

}  // namespace

RevisionBuilds::RevisionBuilds(std::string command, fs::path plugins)
    : command_(std::move(command)), plugins_(std::move(plugins)) {
  if (command_.empty() || plugins_.empty()) {
    throw usage_error(
        "say how to build a revision (--build COMMAND) and in which folder of its tree the plugins "
        "are then (--built-plugins FOLDER)");
  }
  const ShellOutcome root = git(".", "rev-parse --show-toplevel");
  if (!root.ok())
    throw usage_error(
        "revisions need a git repository, and the current folder is not in one; change to the "
        "repository");
  repository_ = trimmed(root.said);
  const fs::path cache = cache_folder() / "revisions";
  tree_ = cache / (Hasher().text(repository_.string()).hex() + "-tree");
  kept_ = cache / Hasher().text(repository_.string()).text(command_).text(plugins_.string()).hex();
}

std::string RevisionBuilds::commit(const std::string& revision) const {
  const ShellOutcome found =
      git(repository_, "rev-parse --verify --quiet " + shell_quoted(revision + "^{commit}"));
  if (!found.ok()) {
    throw usage_error("there is no revision '{}' here; a shallow clone has no history", revision);
  }
  return trimmed(found.said);
}

std::string RevisionBuilds::title(const std::string& commit) const {
  return trimmed(git(repository_, "log -1 --format='%h %s' " + shell_quoted(commit)).said);
}

std::vector<std::string> RevisionBuilds::between(const std::string& good,
                                                 const std::string& bad) const {
  if (!git(repository_, fmt::format("merge-base --is-ancestor {} {}", good, bad)).ok()) {
    throw usage_error(
        "{} is not an ancestor of {}: name a good revision that the bad one descends from",
        title(good), title(bad));
  }
  // The hashes of a long history exceed what run_shell keeps of a command's output.
  const fs::path list = kept_.string() + "-list";
  fs::create_directories(list.parent_path());
  const ShellOutcome listed =
      git(repository_, fmt::format("rev-list --reverse --first-parent {}..{} > {}", good, bad,
                                   shell_quoted(list.string())));
  if (!listed.ok()) throw environment_error("git rev-list {}", how_it_ended(listed));
  std::vector<std::string> commits;
  std::ifstream stream(list);
  for (std::string line; std::getline(stream, line);) commits.push_back(line);
  return commits;
}

void RevisionBuilds::check_out(const std::string& commit) const {
  const std::string tree = shell_quoted(tree_.string());
  const std::string known =
      fs::exists(tree_ / ".git")
          ? fmt::format("-C {} checkout -q --detach --force {}", tree, commit)
          : fmt::format("worktree add -q --force --detach {} {}", tree, commit);
  const ShellOutcome done = git(repository_, known);
  if (!done.ok())
    throw environment_error("git cannot check {} out: it {}", commit, how_it_ended(done));
}

fs::path RevisionBuilds::plugins_of(const std::string& commit) const {
  fs::path kept = kept_ / commit;
  if (has_plugins(kept)) return kept;
  check_out(commit);
  const ShellOutcome built =
      run_shell(fmt::format("cd {} && {}", shell_quoted(tree_.string()), command_));
  if (!built.ok()) {
    throw environment_error("building {}: '{}' {}", title(commit), command_, how_it_ended(built));
  }
  const fs::path folder = tree_ / plugins_;
  if (!has_plugins(folder)) {
    throw environment_error("building {}: '{}' succeeded, but left no *.so in {}", title(commit),
                            command_, plugins_.string());
  }
  keep(folder, kept);
  return kept;
}

}  // namespace assay::command
