// What the store's two halves, writing and reading, share.
#pragma once

#include <map>

#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"

namespace assay {

struct Store::Impl {
  sqlite::Connection connection;
  std::map<std::string, std::int64_t, std::less<>> phase_names;  // committed ones only
};

}  // namespace assay
