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

#include "framework/core/error.hpp"
#include "framework/report/writer.hpp"

namespace assay::command {
namespace {

std::string aside_of(const std::string& file) { return file + ".part"; }

Error unwritable(const std::string& file, const std::string& reason) {
  return environment_error("cannot write '{}': {}; name another file", file, reason);
}

// What is left of a file when writing it went wrong.
struct Remover {
  const std::string& file;
  ~Remover() {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
};

}  // namespace

void OutputFlags::add_to(const Subcommand& command) {
  command.add("--format", &format, "terminal, markdown, csv or json.").one_of(writer_names());
  command.add_action(
      "--json", [this] { format = "json"; }, "Short for --format json.");
  command.add("--output", &file, "Write to this file instead of standard output.");
}

void OutputFlags::write(const Comparison& comparison) const {
  write(
      [&](std::ostream& out, bool colour) { make_writer(format, colour)->write(comparison, out); });
}

void OutputFlags::write(const std::function<void(std::ostream& out, bool colour)>& body) const {
  write_output(file, body);
}

void write_output(const std::string& file,
                  const std::function<void(std::ostream& out, bool colour)>& body) {
  if (file.empty()) {
    body(std::cout, shows_colours(STDOUT_FILENO));
    std::cout.flush();
    return;
  }
  const std::string aside = aside_of(file);
  std::ofstream stream(aside, std::ios::trunc);
  if (!stream) throw unwritable(file, std::strerror(errno));
  const Remover remover{aside};
  body(stream, false);
  stream.close();
  if (!stream) throw unwritable(file, std::strerror(errno));
  std::error_code error;
  std::filesystem::rename(aside, file, error);
  if (error) throw unwritable(file, error.message());
}

void require_writable(const std::string& file) {
  if (file.empty()) return;
  if (std::filesystem::is_directory(file)) throw unwritable(file, std::strerror(EISDIR));
  const bool open = std::ofstream(aside_of(file), std::ios::trunc).is_open();
  if (!open) throw unwritable(file, std::strerror(errno));
  std::filesystem::remove(aside_of(file));
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
  std::map<std::string, std::set<std::string>> agreeing;  // with whom
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
  fmt::print(
      stderr,
      "assay: not verified: {}, at its defaults, and may be wrong as it is. Give [problem] a "
      "`reference`: a file, a command, or a kernel with competes = false; or vouch for a "
      "kernel that competes, reference = {{ kernel = \"NAME\" }}\n",
      fmt::join(parts, "; "));
  return inconclusive;
}

}  // namespace assay::command
