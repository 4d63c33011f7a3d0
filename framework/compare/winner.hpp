// The winner of a comparison, in forms that builds and programs can read.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/core/catalog.hpp"

namespace assay {

// The best verified entry of one instance on one machine; points into a comparison.
struct Winner {
  const StoredMachine* machine = nullptr;
  const InstanceComparison* instance = nullptr;
  const Entry* entry = nullptr;  // has a best measurement
  std::string mode;
};

// The winner of a comparison of one instance on one machine, on `device` unless that is empty.
// Nothing if no result was verified. Throws usage Error that lists the instances if there are
// several, and environment Error if nothing is recorded.
[[nodiscard]] std::optional<Winner> winner_of(const Comparison& comparison,
                                              const std::string& device = "");

// A launch of the winner, if it is a kernel in a file.
struct WinnerLaunch {
  std::string function;                   // "" if the source has one kernel alone
  std::vector<std::size_t> block;         // work items of a group (threads), in each dimension
  std::vector<std::size_t> grid;          // groups (blocks)
  std::vector<std::string> block_texts;   // the scenario's expressions for them
  std::vector<std::string> extent_texts;  // of the grid, or of all work items
  bool in_items = false;                  // whether the extent counts work items
  std::size_t local_bytes = 0;            // dynamic local (shared) memory
  std::size_t times = 1;                  // how often a sample launches it
};

// The compilation and the launches of a kernel in a file.
struct WinnerKernel {
  std::string source;
  Bindings constants;   // all that the compiler defines, inactive parameters included
  std::string options;  // of the compiler
  std::vector<WinnerLaunch> launches;
  // What the device was limited to while it was measured, in MHz and W: graphics_clock,
  // memory_clock, power.
  Bindings limits = {};
};

struct WinnerLayout {
  std::string prefix;  // of the macros
  std::vector<Parameter>
      parameters;  // of the variant, for their order and documentation; may be empty
  std::string assay_version;
  std::optional<WinnerKernel> kernel = std::nullopt;  // nothing for variants of plugins
};

// Lines that say what won, on what, measured how, by which version, and how sure that is. `limits`
// are those of WinnerKernel.
[[nodiscard]] std::vector<std::string> winner_lines(const Winner& winner,
                                                    const std::string& assay_version,
                                                    const Bindings& limits);

// Writes a C header: a comment on what was measured where, and a macro for each parameter in order
// of declaration, named like the parameter with '_' for characters that a C name cannot have.
// Booleans are 1 and 0. A text becomes a string and a second macro NAME_is_TEXT, which is 1, since
// the preprocessor cannot compare strings.
//
// If the winner is a kernel in a file, the macros are those that it was compiled with, so that its
// source compiles after the header, and the host gets further ones: ASSAY_OPTIONS, ASSAY_BLOCK_X,
// ASSAY_GRID_X, ASSAY_LOCAL_BYTES. If it launches several functions, their names tell the macros
// apart: ASSAY_FUNCTION_BLOCK_X.
void write_winner_header(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

// Writes a fragment for CMake that sets NAME_DEFINITIONS, and for a kernel in a file NAME_OPTIONS,
// NAME_BLOCK, NAME_GRID and NAME_LOCAL_BYTES (one entry for each launch), and NAME_LIMITS if the
// device was limited. NAME is the layout's prefix, else the variant's name.
void write_winner_cmake(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

// Writes the winner as JSON, with values in seconds or joules.
void write_winner_json(const Winner& winner, const WinnerLayout& layout, std::ostream& out);

}  // namespace assay
