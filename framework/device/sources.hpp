// Device source text as the compilers get it: one text, with all includes pasted in.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::device {

// The place that a line of the flattened text comes from.
struct SourceLine {
  std::string file;
  std::size_t line = 0;  // from 1; 0 for a line that flattening added
};

struct FlatSource {
  std::string name;  // the translation unit's
  std::string text;
  std::vector<SourceLine> lines;  // one per line of `text`
};

// The folders of ASSAY_KERNEL_PATH, separated by ':'. Throws DeviceError ASSAY_INVALID if one is
// not a folder.
[[nodiscard]] std::vector<std::filesystem::path> kernel_override_folders();

// Pastes the files that `sources[unit]` includes by #include "name", directly or indirectly. A name
// is looked up relative to the including file's folder, then relative to the root; each time in the
// override folders first, then among the sources. Names are paths with '/' and never leave their
// root.
//
// Every file takes effect once, even if it is included twice, includes itself, or is included in
// branches of #if (there the text is repeated inside a guard macro, because only the compiler
// decides which branch counts). #include <name> stays as it is. Comments and strings are
// recognised, macros are not expanded. A name that is not found anywhere is ASSAY_COMPILE_ERROR
// with its place, except inside #if, where the line stays: a header of another dialect may never be
// reached.
[[nodiscard]] FlatSource flatten(std::span<const assay_source> sources,
                                 std::span<const std::filesystem::path> override_folders,
                                 std::size_t unit = 0);

// The first `units` sources, each with what it includes.
[[nodiscard]] std::vector<FlatSource> flatten_units(
    std::span<const assay_source> sources, std::size_t units,
    std::span<const std::filesystem::path> override_folders);

// Inserts the original place after each "LINE:COLUMN:" or "(LINE):" of a build log whose line is in
// range: "<source>:57:3: error" becomes "<source>:57:3 [streaming.cl:12]: error".
[[nodiscard]] std::string with_places(const std::string& build_log, const FlatSource& source);

}  // namespace assay::device
