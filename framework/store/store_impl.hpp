// The members that the two halves of the store, writing and reading, share.
#pragma once

#include <map>

#include "framework/store/sqlite.hpp"
#include "framework/store/store.hpp"
#include "framework/store/whole_texts.hpp"

namespace assay {

struct Store::Impl {
  sqlite::Connection connection;
  WholeTexts texts;  // messages of trials and reasons of verdicts
  std::map<std::string, std::int64_t, std::less<>> phase_names = {};  // ids of committed names
};

// Finds or inserts the configuration within the open transaction; returns its id.
[[nodiscard]] std::int64_t configuration_id(sqlite::Connection& db, const Bindings& configuration);

}  // namespace assay
