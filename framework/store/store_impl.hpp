// What the store's two halves, writing and reading, share.
#pragma once

#include <map>

#include "framework/store/cut_text.hpp"
#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"

namespace assay {

struct Store::Impl {
  sqlite::Connection connection;
  std::map<std::string, std::int64_t, std::less<>> phase_names;  // committed ones only
};

// What is kept of the message of a trial or the reason of a verdict: compilers and programs can say
// megabytes, and every report reads all of them.
[[nodiscard]] inline std::string kept_message(const std::string& text) {
  constexpr std::size_t longest = std::size_t{16} << 10;
  return cut_in_middle(text, longest);
}

// Finds or inserts it, within the transaction that is open.
[[nodiscard]] std::int64_t configuration_id(sqlite::Connection& db, const Bindings& configuration);

}  // namespace assay
