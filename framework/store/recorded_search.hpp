#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/store/recorded_space.hpp"
#include "framework/store/store.hpp"

namespace assay {

// The plugin that imported variants have: they are recorded by others.
inline constexpr const char* imported_plugin = "imported";
// The outcome of their runs.
inline constexpr const char* imported_outcome = "imported";

// One search as the store holds it: the trials of one build of a variant on one instance and
// device, in one mode.
struct RecordedSearch {
  StoredMachine machine;
  std::int64_t instance = 0;
  InstanceRecord record;  // of the instance
  StoredVariant variant;
  std::string device;
  std::string mode;
  std::size_t trials = 0;
  // The variant, device, problem and instance, with all else that tells the searches of one list
  // apart: arguments, machine, mode, build.
  std::string label;
};

// Which searches; a member that is empty lets everything through.
struct SearchChoice {
  // Fingerprints or unique beginnings of them. Empty: the machine of the latest run, and all that
  // is imported.
  std::vector<std::string> machines = {};
  std::optional<std::string> scenario = {};  // name of the runs' scenario
  std::vector<std::string> problems = {};
  std::vector<std::string> variants = {};
  std::vector<std::int64_t> instances = {};
  std::string device = {};
  std::string mode = {};    // TrialKey::mode, or an objective's name
  bool all_builds = false;  // else of each variant only the build recorded last
};

// In order of their instances and variants. Throws usage Error for a name that the store does not
// know, with the nearest that it does, and environment Error that names the cure where nothing is
// recorded, or nothing of what was asked for.
[[nodiscard]] std::vector<RecordedSearch> recorded_searches(const Store& store,
                                                            const SearchChoice& choice);

// The configurations a search tried, in its order; of one tried again what came of it last. A
// conditional parameter that does not count has its default, or the text "-" where the store does
// not know it. The space is whole where it was imported, and where the store can tell that no
// configuration is left: from the variant's parameters and constraints, as far as these need
// nothing of the device.
[[nodiscard]] RecordedSpace recorded_space(const Store& store, const RecordedSearch& search);

}  // namespace assay
