// The winner as a fragment for CMake.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "framework/compare/text.hpp"
#include "framework/compare/winner.hpp"
#include "framework/compare/winner_constants.hpp"

namespace assay {
namespace {

// A text as an argument of a CMake command, whatever it contains.
std::string cmake_argument(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == ';') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

void write_winner_cmake(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  const std::string name =
      c_name(layout.prefix.empty() ? winner.entry->variant.name : layout.prefix);
  out << fmt::format("# The best configuration of {} for {}, by assay {}.\n",
                     one_line(winner.entry->variant.name),
                     one_line(winner.instance->record.problem), layout.assay_version);
  const auto set = [&](const char* what, const std::vector<std::string>& values) {
    out << fmt::format("set({}_{}", name, what);
    for (const std::string& value : values) out << ' ' << cmake_argument(value);
    out << ")\n";
  };
  Bindings constants;
  for (auto& [parameter, value] : settings_of(winner, layout)) {
    constants.emplace_back(parameter.name, value);
  }
  if (layout.kernel) constants = layout.kernel->constants;
  std::vector<std::string> definitions;
  for (const auto& [constant, value] : constants) {
    definitions.push_back(fmt::format("{}={}", constant, token_of(value)));
  }
  set("DEFINITIONS", definitions);
  if (!layout.kernel) return;
  set("OPTIONS", {layout.kernel->options});
  std::vector<std::string> blocks;
  std::vector<std::string> grids;
  std::vector<std::string> local_bytes;
  for (const WinnerLaunch& launch : layout.kernel->launches) {
    blocks.push_back(fmt::format("{}", fmt::join(launch.block, ",")));
    grids.push_back(fmt::format("{}", fmt::join(launch.grid, ",")));
    local_bytes.push_back(std::to_string(launch.local_bytes));
  }
  set("BLOCK", blocks);
  set("GRID", grids);
  set("LOCAL_BYTES", local_bytes);
  std::vector<std::string> limits;
  for (const auto& [limit, value] : layout.kernel->limits) {
    limits.push_back(fmt::format("{}={}", limit, token_of(value)));
  }
  if (!limits.empty()) set("LIMITS", limits);
}

}  // namespace assay
