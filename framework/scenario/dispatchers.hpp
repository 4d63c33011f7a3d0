// Reads [[dispatcher]]: what `assay dispatch` wrote, which competes as a variant.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads everything under [[dispatcher]], without the files. Throws usage Error as read_scenario
// does.
[[nodiscard]] std::vector<DispatcherFile> read_dispatchers(const TomlTable& top);

// Reads the files, relative to `folder`, names the dispatchers that have no name, and lists them as
// variants where the scenario lists any. Throws usage Error with the place in the scenario for a
// file that cannot be read or is no dispatcher, for pairs of several devices, for a problem that
// the scenario does not have, and for a name that is taken.
void attach_dispatchers(Scenario& scenario, const std::filesystem::path& folder);

// Checks the dispatchers that take part against what is loaded (decision/fit.hpp), and notes those
// that were made with other builds. Throws usage Error with the place in the scenario; where the
// scenario says that the variant is optional, it is a note.
void require_dispatchers(const Scenario& scenario, const Catalog& catalog,
                         std::set<std::string>& notes);

// Removes the dispatchers, and what makes them compete. Throws usage Error if no other variant is
// left.
void leave_out_dispatchers(Scenario& scenario);

}  // namespace assay
