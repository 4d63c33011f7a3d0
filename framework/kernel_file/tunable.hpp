// Which constants of a source look as if they were to be tuned.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/kernel_file/signature.hpp"

namespace assay {

struct Tunable {
  std::string name;
  std::optional<std::int64_t> default_value;  // behind #ifndef NAME / #define NAME
};

struct TunableConstants {
  std::vector<Tunable> tunables;
  std::vector<std::string> fixed;  // defined as integers without #ifndef: -D cannot change them
};

// #ifndef NAME / #define NAME INTEGER, and names in capitals (or block_size_x and its like) that
// are used and declared nowhere.
[[nodiscard]] TunableConstants find_tunables(const SourceText& source);

// Values to try: around the default, or what the name suggests.
[[nodiscard]] std::vector<std::int64_t> suggested_values(const Tunable& tunable);

}  // namespace assay
