// Selecting by name from what a store holds. A misspelt name must not pass for an empty result.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "framework/store/store.hpp"

namespace assay {

// Throws usage Error "the store has no WHAT 'NAME'", which suggests the nearest known name, unless
// `known` contains `name`.
void require_recorded(const char* what, const std::string& name,
                      const std::set<std::string>& known);

// The machine whose fingerprint begins with `wanted`. Throws usage Error unless exactly one does.
[[nodiscard]] StoredMachine machine_named(const std::vector<StoredMachine>& all,
                                          const std::string& wanted);

// Whether a list of names contains `name`. An empty list lets every name through.
[[nodiscard]] bool lets_through(const std::vector<std::string>& wanted, const std::string& name);

}  // namespace assay
