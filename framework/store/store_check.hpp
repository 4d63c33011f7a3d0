#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

// One thing that is wrong with a store.
struct StoreFault {
  std::string what;
  std::string cure;  // a command that mends a copy of it; "" where `what` says it
};

struct StoreCheck {
  std::vector<StoreFault> faults;  // the first ones where there are very many
  std::size_t runs = 0;
  std::size_t trials = 0;
};

// Looks at all of a store: whether its pages fit together, its tables are those of a store, rows
// that others refer to are there, and every value can be read. Writes nothing. Throws environment
// Error that says what to do, for a file that is no store, is one of another version, or cannot be
// opened.
[[nodiscard]] StoreCheck check_store(const std::filesystem::path& file);

}  // namespace assay
