// Device source text as the compilers get it: one text, with all includes pasted in.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::device {

// Where a line of the flattened text comes from.
struct SourceLine {
  std::string file;
  std::size_t line = 0;  // from 1; 0 for a line that flattening added
};

struct FlatSource {
  std::string name;  // of the translation unit
  std::string text;
  std::vector<SourceLine> lines;  // one per line of `text`
};

// The folders of ASSAY_KERNEL_PATH, separated by ':'. Throws DeviceError ASSAY_INVALID if one is
// not a folder.
[[nodiscard]] std::vector<std::filesystem::path> kernel_override_folders();

// Pastes what `sources[0]` includes by #include "name", directly or not. A name is looked up beside
// the including file, then as it is; in the override folders first, then among the sources. Names
// are paths with '/' and never leave their root.
//
// Every file takes effect once, whether it is included twice, includes itself, or sits in branches
// of #if (there the text is repeated behind a guard macro, because which branch counts is for the
// compiler to decide). #include <name> stays as it is. Comments and strings are recognised, macros
// are not expanded. A name that is found nowhere is ASSAY_COMPILE_ERROR with its place, except
// inside #if, where the line stays: a header of another dialect may never be reached.
[[nodiscard]] FlatSource flatten(std::span<const assay_source> sources,
                                 std::span<const std::filesystem::path> override_folders);

// Names the original place behind each "LINE:COLUMN:" or "(LINE):" of a build log whose line is in
// range: "<source>:57:3: error" becomes "<source>:57:3 [streaming.cl:12]: error".
[[nodiscard]] std::string with_places(const std::string& build_log, const FlatSource& source);

}  // namespace assay::device
