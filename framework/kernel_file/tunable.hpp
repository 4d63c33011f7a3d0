// Finds the constants of a source that look tunable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/kernel_file/signature.hpp"

namespace assay {

struct Tunable {
  std::string name;
  std::optional<std::int64_t> default_value = std::nullopt;  // from #ifndef NAME / #define NAME
  std::vector<std::int64_t> cases = {};  // values that the source's conditions tell apart
};

struct TunableConstants {
  std::vector<Tunable> tunables;
  std::vector<Tunable> fixed;  // defined as integers without #ifndef: -D cannot change them
};

// Finds #ifndef NAME / #define NAME INTEGER, names in capitals (or like block_size_x) that are used
// but declared nowhere, and whatever other names #if and #elif test.
[[nodiscard]] TunableConstants find_tunables(const SourceText& source);

// Values to try: those that conditions tell apart, or around the default, or suggested by the name.
[[nodiscard]] std::vector<std::int64_t> suggested_values(const Tunable& tunable);

}  // namespace assay
