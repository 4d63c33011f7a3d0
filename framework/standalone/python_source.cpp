#include "framework/standalone/python_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "framework/standalone/text.hpp"

namespace assay::standalone::python {
namespace {

// A text of several lines, in quotes that no text of it ends. It begins and ends with a line break.
std::string long_text(const std::string& given) {
  const std::string text = given.ends_with('\n') ? given : given + '\n';
  const bool plain = std::ranges::all_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 127 && c != '\r' && c != '\0'; });
  for (const std::string quotes : {"\"\"\"", "'''"}) {
    if (!plain || text.find(quotes) != std::string::npos) continue;
    return fmt::format("r{}\n{}{}", quotes, text, quotes);
  }
  std::string lines = "(\n";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    lines += "    b" + quoted(text.substr(at, end - at), true) + '\n';
    at = end;
  }
  return lines + ").decode(\"utf-8\", \"replace\")";
}

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> literals;
  for (const std::string& text : texts) literals.push_back(quoted(text));
  return fmt::format("[{}]", fmt::join(literals, ", "));
}

// The most dynamic shared memory that each kernel of a build takes.
std::string shared_bytes_of(const Program& program, std::size_t build) {
  std::map<std::string, std::size_t> most;
  for (const ProgramLaunch& launch : program.launches) {
    const std::size_t bytes = launch.build == build ? shared_bytes(launch) : 0;
    if (bytes > 0) most[launch.function] = std::max(most[launch.function], bytes);
  }
  std::vector<std::string> pairs;
  for (const auto& [function, bytes] : most) {
    pairs.push_back(fmt::format("{}: {}", quoted(function), bytes));
  }
  return fmt::format("{{{}}}", fmt::join(pairs, ", "));
}

void write_build(const Program& program, std::size_t number, std::ostream& out) {
  const ProgramBuild& build = program.builds[number];
  out << "    {\n";
  if (build.command.empty()) {
    out << "        \"constants\": {\n";
    for (const auto& [name, value] : build.constants) {
      out << fmt::format("            {}: {},\n", quoted(name), quoted(value));
    }
    out << "        },\n";
  } else {
    out << fmt::format("        \"command\": {},\n        \"unit\": {},\n", quoted(build.command),
                       long_text(build.unit.text));
    if (program.backend == ASSAY_CUDA) {
      out << fmt::format("        \"expressions\": {},\n", list_of(build.expressions));
    }
  }
  out << fmt::format("        \"kernels\": {},\n", list_of(build.functions));
  if (program.backend == ASSAY_CUDA) {
    out << fmt::format("        \"shared_bytes\": {},  # dynamic shared memory\n",
                       shared_bytes_of(program, number));
  }
  out << "    },\n";
}

void write_files(const Program& program, std::ostream& out) {
  out << fmt::format("# {}, with all that it includes.\nFILES = {{\n", one_comment(program.file));
  for (const SourceFile& file : program.files) {
    out << fmt::format("    {}: {},\n", quoted(file.name), long_text(file.text));
  }
  const ProgramBuild& build = program.builds.front();
  out << fmt::format(
      "}}\n# The file that a build's unit is, and the one in which its command leaves the code.\n"
      "UNIT = {}\nCODE = {}\n\n",
      quoted(build.unit.name), quoted(build.output));
}

}  // namespace

void write_source(const Program& program, std::ostream& out) {
  if (program.files.empty()) {
    out << fmt::format("# {}, with all that it includes.\nSOURCE = {}\n\n",
                       one_comment(program.file), long_text(program.source));
  } else {
    write_files(program, out);
  }
  out << "# What the source is compiled with, and the kernels that launches take of it. Sizes of "
         "launches and\n# arrays below belong to these values.\nBUILDS = [\n";
  for (std::size_t k = 0; k < program.builds.size(); ++k) write_build(program, k, out);
  out << "]\n";
  if (program.files.empty()) out << fmt::format("OPTIONS = {}\n", list_of(program.options));
  if (program.backend == ASSAY_CPU) {
    out << fmt::format("THREADS = {}  # of OpenMP; 0: as many as it likes\n",
                       program.threads.value_or(0));
  }
  if (program.files.empty() && program.backend == ASSAY_CUDA) {
    out << "BY_EXPRESSION = " << (program.by_expression ? "True" : "False") << '\n';
  }
}

}  // namespace assay::standalone::python
