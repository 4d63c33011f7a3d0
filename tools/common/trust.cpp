#include "tools/common/trust.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "framework/compare/text.hpp"
#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/paths.hpp"
#include "framework/kernel_file/host_code.hpp"
#include "framework/kernel_file/nvcc_code.hpp"
#include "tools/common/console.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Returns the text of an agreement: everything that distinguishes one command from another.
std::string agreement(const ScenarioCommand& command, const fs::path& folder) {
  return fmt::format("{}\n{}\n", folder.string(), command.text);
}

bool agrees_at_terminal(const Scenario& scenario, const std::vector<ScenarioCommand>& commands) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return false;
  tell(
      "{} contains commands that would run on this machine:\n{}Run them, now and in future? [y/N] ",
      one_line(scenario.file.string()), listed(commands));
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

std::vector<ScenarioCommand> commands_of(const Scenario& scenario, bool workers) {
  std::vector<ScenarioCommand> commands;
  for (const std::string& command : scenario.workers) {
    if (workers) commands.push_back({"workers", command});
  }
  for (const ArrayProblemDescription& problem : scenario.kernels.problems) {
    if (!problem.reference.command.empty()) {
      commands.push_back(
          {fmt::format("reference.command of {}", problem.name), problem.reference.command});
    }
    if (!problem.verify.command.empty()) {
      commands.push_back(
          {fmt::format("verify.command of {}", problem.name), problem.verify.command});
    }
  }
  for (const KernelDescription& kernel : scenario.kernels.kernels) {
    for (auto& command : source_commands_of(kernel)) commands.push_back(std::move(command));
    if (kernel.backend == ASSAY_CPU) {
      commands.push_back(
          {fmt::format("code of the host, {}", kernel.name), compile_command(kernel)});
    } else if (is_for_nvcc(kernel)) {
      commands.push_back({fmt::format("compiler of {}", kernel.name), nvcc_command(kernel)});
    }
  }
  return commands;
}

std::vector<ScenarioCommand> source_commands_of(const KernelDescription& kernel) {
  if (kernel.generator.text.empty()) return {};
  return {{fmt::format("source.command of {}", kernel.name), kernel.generator.text}};
}

std::string listed(const std::vector<ScenarioCommand>& commands) {
  std::string lines;
  for (const ScenarioCommand& command : commands) {
    lines += fmt::format("  {}: {}\n", one_line(command.key), one_line(command.text));
  }
  return lines;
}

// Compares the whole text, since the hash is not collision-resistant against forgers.
bool TrustedCommands::has(const ScenarioCommand& command, const fs::path& scenario_folder) const {
  const std::string text = agreement(command, scenario_folder);
  std::ifstream stream(file_of(text), std::ios::binary);
  return stream && std::string(std::istreambuf_iterator<char>(stream), {}) == text;
}

void TrustedCommands::add(const ScenarioCommand& command, const fs::path& scenario_folder) const {
  const std::string text = agreement(command, scenario_folder);
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  std::ofstream stream(file_of(text), std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw environment_error("cannot write '{}'", file_of(text).string());
}

fs::path TrustedCommands::file_of(const std::string& text) const {
  return folder_ / hash_hex(text);
}

void require_trust(const Scenario& scenario, const std::vector<ScenarioCommand>& commands,
                   bool trust) {
  const fs::path folder = fs::absolute(scenario.file).lexically_normal().parent_path();
  const TrustedCommands trusted(cache_folder() / "trusted");
  std::vector<ScenarioCommand> strange;
  std::ranges::copy_if(commands, std::back_inserter(strange),
                       [&](const auto& command) { return !trusted.has(command, folder); });
  if (strange.empty()) return;
  if (!trust && !agrees_at_terminal(scenario, strange)) {
    throw usage_error(
        "{} contains commands that nobody has yet allowed to run on this machine:\n{}Nothing was "
        "started. If you trust them, repeat this command once with --trust",
        one_line(scenario.file.string()), listed(strange));
  }
  for (const ScenarioCommand& command : strange) {
    try {
      trusted.add(command, folder);
    } catch (const Error&) {
      if (!trust) throw;  // with `trust`, they are agreed to for this time
    }
  }
}

}  // namespace assay
