// Choosing from what a store holds by name. A misspelt name must not pass for an empty result.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "framework/store/store.hpp"

namespace assay {

// Throws usage Error "the store has no WHAT 'NAME'" with the nearest unless it is known.
void require_recorded(const char* what, const std::string& name,
                      const std::set<std::string>& known);

// The machine whose fingerprint begins with `wanted`. Throws usage Error unless that is one.
[[nodiscard]] StoredMachine machine_named(const std::vector<StoredMachine>& all,
                                          const std::string& wanted);

// Whether a list of names, which lets everything through where it is empty, has the name.
[[nodiscard]] bool lets_through(const std::vector<std::string>& wanted, const std::string& name);

}  // namespace assay
