#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

// One thing that is wrong with a store.
struct StoreFault {
  std::string what;
  std::string cure;  // a command that repairs a copy of the store; "" if `what` includes the cure
};

struct StoreCheck {
  std::vector<StoreFault> faults;  // only the first ones if there are very many
  std::size_t runs = 0;
  std::size_t trials = 0;
};

// Checks the whole store: that its pages are consistent, its tables are those of a store, no
// reference dangles, and every value can be read. Writes nothing. Throws environment Error that
// says what to do for a file that is not a store, has another version, or cannot be opened.
[[nodiscard]] StoreCheck check_store(const std::filesystem::path& file);

}  // namespace assay
