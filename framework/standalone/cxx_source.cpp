#include "framework/standalone/cxx_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "framework/standalone/text.hpp"

namespace assay::standalone::cxx {
namespace {

// A text of several lines as a literal that no text of it ends.
std::string long_text(const std::string& text) {
  std::string end = "source";
  while (text.find(")" + end + "\"") != std::string::npos) end += "_";
  return fmt::format("R\"{}(\n{}){}\"", end, text, end);
}

std::string list_of(const std::vector<std::string>& texts) {
  std::vector<std::string> literals;
  for (const std::string& text : texts) literals.push_back(quoted(text));
  return fmt::format("{{{}}}", fmt::join(literals, ", "));
}

constexpr const char* about_builds =
    "// What the source is compiled with, and the kernels that launches take of it. Sizes of "
    "launches and\n// arrays below belong to these values.\n";

void write_builds(const Program& program, std::ostream& out) {
  out << about_builds
      << "struct Build {\n  std::vector<std::pair<std::string, std::string>> constants;\n"
         "  std::vector<std::string> kernels;\n};\nconst std::vector<Build> builds = {\n";
  for (const ProgramBuild& build : program.builds) {
    out << "    {{\n";
    for (const auto& [name, value] : build.constants) {
      out << fmt::format("         {{{}, {}}},\n", quoted(name), quoted(value));
    }
    out << fmt::format("     }},\n     {}}},\n", list_of(build.functions));
  }
  out << fmt::format("}};\nconst std::vector<std::string> options = {};\n",
                     list_of(program.options));
  if (program.backend == ASSAY_CUDA) {
    out << fmt::format("constexpr bool by_expression = {};\n", program.by_expression);
  }
}

// The builds of a compiler that is a command.
void write_commands(const Program& program, std::ostream& out) {
  const bool cuda = program.backend == ASSAY_CUDA;
  out << about_builds << "struct Build {\n  std::string command;  // of the shell"
      << (cuda ? "; $ARCH is the architecture" : "")
      << "\n  std::string unit;     // the translation unit\n"
      << (cuda ? "  std::vector<std::string> expressions;  // that it names\n" : "")
      << "  std::vector<std::string> kernels;\n};\nconst std::vector<Build> builds = {\n";
  for (const ProgramBuild& build : program.builds) {
    out << fmt::format("    {{{},\n     {},\n", quoted(build.command), long_text(build.unit.text));
    if (cuda) out << fmt::format("     {},\n", list_of(build.expressions));
    out << fmt::format("     {}}},\n", list_of(build.functions));
  }
  const ProgramBuild& first = program.builds.front();
  out << fmt::format(
      "}};\nconst char* const unit_name = {};\nconst char* const code_name = {};  // what the "
      "command writes\n",
      quoted(first.unit.name), quoted(first.output));
  if (!cuda) {
    out << fmt::format("constexpr int threads = {};  // of OpenMP; 0: as many as it likes\n",
                       program.threads.value_or(0));
  }
}

}  // namespace

void write_source(const Program& program, std::ostream& out) {
  out << fmt::format("// {}, with all that it includes.\n", one_comment(program.file));
  if (program.files.empty()) {
    out << fmt::format("const char* const source = {};\n\n", long_text(program.source));
    write_builds(program, out);
    return;
  }
  out << "const std::vector<std::pair<std::string, std::string>> files = {\n";
  for (const SourceFile& file : program.files) {
    out << fmt::format("    {{{}, {}}},\n", quoted(file.name), long_text(file.text));
  }
  out << "};\n\n";
  write_commands(program, out);
}

}  // namespace assay::standalone::cxx
