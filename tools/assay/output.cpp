#include "tools/assay/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "framework/core/error.hpp"
#include "framework/report/writer.hpp"

namespace assay::command {

void write_aside(const std::string& file, const std::function<void(std::ostream& out)>& body) {
  const std::string aside = file + ".part";
  std::ofstream stream(aside, std::ios::trunc);
  if (stream) body(stream);
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(aside, file, error);
  if (!stream || error) {
    const std::string reason = error ? error.message() : std::strerror(errno);
    std::filesystem::remove(aside, error);
    throw environment_error("cannot write '{}': {}; name another file with --output", file, reason);
  }
}

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
  if (file.empty()) {
    body(std::cout, shows_colours(STDOUT_FILENO));
    std::cout.flush();
    return;
  }
  write_aside(file, [&](std::ostream& out) { body(out, false); });
}

int verdict_exit(const Comparison& comparison) {
  for (const auto& machine : comparison.machines) {
    for (const auto& instance : machine.instances) {
      if (instance.verdict.kind == Verdict::Kind::none) return failed;
    }
  }
  return fine;
}

}  // namespace assay::command
