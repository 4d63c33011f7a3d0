// The winner as a C header.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <set>

#include "framework/compare/winner.hpp"
#include "framework/compare/winner_constants.hpp"

namespace assay {
namespace {

// Writes macros and keeps their names unique.
class Macros {
 public:
  Macros(const std::string& prefix, std::ostream& out) : prefix_(prefix), out_(out) {}

  void write(const std::string& name, const std::string& value) {
    std::string macro = c_name(prefix_ + name);
    while (!written_.insert(macro).second) macro += '_';
    out_ << "#define " << macro << ' ' << value << '\n';
  }

 private:
  std::string prefix_;
  std::ostream& out_;
  std::set<std::string> written_;
};

void write_comment(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  const char* begin = "/*";
  const Bindings limits = layout.kernel ? layout.kernel->limits : Bindings();
  for (const std::string& line : winner_lines(winner, layout.assay_version, limits)) {
    out << begin << (line.empty() ? "" : " ") << c_comment(line) << '\n';
    begin = " *";
  }
  out << " */\n";
}

void write_settings(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  Macros macros(layout.prefix, out);
  for (const auto& [parameter, value] : settings_of(winner, layout)) {
    out << '\n';
    if (!parameter.doc.empty()) out << "/* " << c_comment(parameter.doc) << " */\n";
    macros.write(parameter.name, c_literal(value));
    if (const auto* text = std::get_if<std::string>(&value)) {
      macros.write(parameter.name + "_is_" + *text, "1");
    }
  }
}

constexpr const char* axes = "XYZ";

// The macros of a launch, for the host.
void write_launch(const WinnerLaunch& launch, const std::string& name, Macros& macros,
                  std::ostream& out) {
  const auto list = [](const std::vector<std::string>& texts) {
    return c_comment(fmt::format("{}", fmt::join(texts, ", ")));
  };
  out << fmt::format("\n/* {}: groups of [{}] work items, [{}] {} in all{} */\n",
                     c_comment(launch.function.empty() ? "the kernel" : launch.function),
                     list(launch.block_texts), list(launch.extent_texts),
                     launch.in_items ? "work items" : "groups",
                     launch.times == 1 ? "" : fmt::format(", {} times", launch.times));
  for (std::size_t k = 0; k < launch.block.size(); ++k) {
    macros.write(fmt::format("{}BLOCK_{}", name, axes[k]), std::to_string(launch.block[k]));
    macros.write(fmt::format("{}GRID_{}", name, axes[k]), std::to_string(launch.grid[k]));
  }
  macros.write(name + "LOCAL_BYTES", std::to_string(launch.local_bytes));
}

void write_kernel(const WinnerKernel& kernel, const std::string& prefix, std::ostream& out) {
  Macros macros(prefix, out);
  out << '\n';
  for (const auto& [name, value] : kernel.constants) macros.write(name, token_of(value));
  out << "\n/* for the host */\n";
  macros.write("ASSAY_OPTIONS", c_string(kernel.options));
  for (const WinnerLaunch& launch : kernel.launches) {
    const std::string name = kernel.launches.size() == 1 ? "" : launch.function + "_";
    write_launch(launch, "ASSAY_" + name, macros, out);
  }
}

}  // namespace

void write_winner_header(const Winner& winner, const WinnerLayout& layout, std::ostream& out) {
  write_comment(winner, layout, out);
  std::string guard = c_name("ASSAY_" + layout.prefix + winner.entry->variant.name + "_H");
  std::transform(guard.begin(), guard.end(), guard.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  out << "#ifndef " << guard << "\n#define " << guard << "\n";
  if (layout.kernel) {
    write_kernel(*layout.kernel, layout.prefix, out);
  } else {
    write_settings(winner, layout, out);
  }
  out << "\n#endif\n";
}

}  // namespace assay
