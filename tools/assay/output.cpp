#include "tools/assay/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "framework/compare/writer.hpp"
#include "framework/core/error.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

namespace fs = std::filesystem;

Error unwritable(const std::string& file, const std::string& reason) {
  return environment_error("cannot write '{}': {}; name another file", file, reason);
}

// The way in which a file is written: a regular file is created under a temporary name and renamed,
// so that no partial file is ever visible; the target of a symbolic link is replaced, not the link.
// Other files (devices, pipes), and files in folders that accept no new ones, are written directly.
struct Destination {
  fs::path target;
  fs::path aside;  // temporary name; empty: none
};

// Whether the file can be created; if not, errno is the reason.
bool can_be_made(const fs::path& file) {
  const bool made = std::ofstream(file, std::ios::trunc).is_open();
  const int reason = errno;
  std::error_code ignored;
  if (made) fs::remove(file, ignored);
  errno = reason;
  return made;
}

// Resolves symbolic links to their final target, which need not exist.
fs::path behind_links(fs::path file) {
  constexpr int most_links = 40;
  std::error_code error;
  for (int link = 0; link < most_links && fs::is_symlink(fs::symlink_status(file, error)); ++link) {
    file = file.parent_path() / fs::read_symlink(file, error);  // absolute: replaces the path
  }
  return file;
}

Destination destination_of(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::is_directory(status)) throw unwritable(file, std::strerror(EISDIR));
  if (fs::exists(status) && !fs::is_regular_file(status)) return {file, {}};
  fs::path target = behind_links(file);
  fs::path aside = target;
  aside += ".part";
  if (can_be_made(aside)) return {std::move(target), std::move(aside)};
  const int reason = errno;
  if (access(target.c_str(), W_OK) == 0) return {std::move(target), {}};
  throw unwritable(file, std::strerror(reason));
}

// Removes the temporary file of a write that failed.
struct Remover {
  const fs::path& file;
  ~Remover() {
    std::error_code ignored;
    if (!file.empty()) fs::remove(file, ignored);
  }
};

}  // namespace

void OutputFlags::add_to(const Subcommand& command) {
  command.add("--format", &format, "The format: terminal, markdown, csv or json.")
      .one_of(writer_names());
  command.add_action(
      "--json", [this] { format = "json"; }, "Short for --format json.");
  command.add("--output", &file, "Write to this file instead of standard output.");
}

void OutputFlags::add_comparison_to(const Subcommand& command) {
  add_to(command);
  command.add("--each", &each,
              "Show each instance on the terminal, also of a problem that has more than 20, which "
              "is summarised else.");
}

void OutputFlags::write(const Comparison& comparison) const {
  write([&](std::ostream& out, bool colour) {
    make_writer(format, colour, each)->write(comparison, out);
  });
}

void OutputFlags::write(const std::function<void(std::ostream& out, bool colour)>& body) const {
  write_output(file, body);
}

void write_output(const std::string& file,
                  const std::function<void(std::ostream& out, bool colour)>& body) {
  if (file.empty()) {
    body(std::cout, shows_colours(STDOUT_FILENO));
    std::cout.flush();  // failures are detected at the end of main
    return;
  }
  const auto [target, aside] = destination_of(file);
  const Remover remover{aside};
  std::ofstream stream(aside.empty() ? target : aside, std::ios::trunc);
  if (!stream) throw unwritable(file, std::strerror(errno));
  body(stream, false);
  stream.close();
  if (!stream) throw unwritable(file, std::strerror(errno));
  if (aside.empty()) return;
  std::error_code error;
  fs::rename(aside, target, error);
  if (error) throw unwritable(file, error.message());
}

void require_writable(const std::string& file) {
  if (!file.empty()) static_cast<void>(destination_of(file));
}

int verdict_exit(const Comparison& comparison) {
  for (const auto& machine : comparison.machines) {
    for (const auto& instance : machine.instances) {
      if (instance.verdict.kind == Verdict::Kind::none) return failed;
    }
  }
  return fine;
}

int measured_exit(const Comparison& comparison) {
  const int verdict = verdict_exit(comparison);
  if (verdict != fine) return verdict;
  std::map<std::string, std::set<std::string>> agreeing;  // by the contender with whom they agree
  for (const auto& machine : comparison.machines) {
    for (const auto& instance : machine.instances) {
      for (const Entry& entry : instance.entries) {
        if (!entry.best || entry.best->agrees_with.empty()) continue;
        agreeing[fmt::format("{} of {}", entry.best->agrees_with, instance.record.problem)].insert(
            entry.variant.name);
      }
    }
  }
  if (agreeing.empty()) return fine;
  std::vector<std::string> parts;
  for (const auto& [other, variants] : agreeing) {
    parts.push_back(fmt::format("{} agree{} with {}", fmt::join(variants, ", "),
                                variants.size() == 1 ? "s" : "", other));
  }
  tell(
      "assay: not verified: {} at its defaults, which may itself be wrong. Give [problem] a "
      "`reference`: a file, a command, or a kernel with competes = false; or vouch for a kernel "
      "that competes, reference = {{ kernel = \"NAME\" }}\n",
      fmt::join(parts, "; "));
  return inconclusive;
}

}  // namespace assay::command
