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
namespace {

// What is left of a file when writing it went wrong.
struct Remover {
  const std::string& file;
  ~Remover() {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
};

}  // namespace

void write_aside(const std::string& file, const std::function<void(std::ostream& out)>& body) {
  const auto fail = [&](const std::string& reason) {
    throw environment_error("cannot write '{}': {}; name another file with --output", file, reason);
  };
  const std::string aside = file + ".part";
  std::ofstream stream(aside, std::ios::trunc);
  if (!stream) fail(std::strerror(errno));
  const Remover remover{aside};
  body(stream);
  stream.close();
  if (!stream) fail(std::strerror(errno));
  std::error_code error;
  std::filesystem::rename(aside, file, error);
  if (error) fail(error.message());
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
