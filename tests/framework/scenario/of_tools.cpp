// Tests that scenarios written by scripts of tools/ can be read. Most of these scripts run only
// where there is a GPU, sshd or Slurm, where a mistake would be found late.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "tests/catch.hpp"

namespace assay {
namespace {

// The here-documents of a script that have tables of a scenario. A 4 replaces each shell variable.
std::vector<std::string> scenarios_of(const std::filesystem::path& script) {
  std::ifstream file(script);
  static const std::regex variable(R"(\$\{?\w+\}?)");
  std::vector<std::string> found;
  for (std::string line; std::getline(file, line);) {
    if (line.find("<<END") == std::string::npos) continue;
    std::string text;
    while (std::getline(file, line) && line != "END") {
      text += std::regex_replace(line, variable, "4") + '\n';
    }
    if (text.find("[finals]") == std::string::npos) continue;
    const bool is_whole = text.find("[[instance]]") != std::string::npos;
    found.push_back(is_whole ? text : "[[instance]]\nproblem = \"a\"\n" + text);
  }
  return found;
}

}  // namespace

TEST_CASE("scenarios that tools write are read, and say nothing in words of earlier versions") {
  std::size_t count = 0;
  for (const char* script : {"gpu-check", "worker-check"}) {
    for (const auto& text : scenarios_of(std::filesystem::path(TOOLS_FOLDER) / script)) {
      CAPTURE(script, text);
      CHECK(parse_scenario(text, "some.toml").notes.empty());
      ++count;
    }
  }
  CHECK(count >= 3);
}

}  // namespace assay
