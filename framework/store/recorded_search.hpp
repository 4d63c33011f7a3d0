#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/store/recorded_space.hpp"
#include "framework/store/store.hpp"

namespace assay {

// The plugin of imported variants, which other tools recorded.
inline constexpr const char* imported_plugin = "imported";
// The outcome of imported runs.
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
  // Variant, device, problem and instance, plus everything else that distinguishes the searches of
  // one list: arguments, machine, mode, build.
  std::string label;
};

// The choice of searches; an empty member lets everything through.
struct SearchChoice {
  // Fingerprints or unique beginnings of them. Empty: the machine of the latest run, and everything
  // imported.
  std::vector<std::string> machines = {};
  std::optional<std::string> scenario = {};  // name of the scenario of the runs
  std::vector<std::string> problems = {};
  std::vector<std::string> variants = {};
  std::vector<std::int64_t> instances = {};
  std::string device = {};
  std::string mode = {};    // a TrialKey::mode or the name of an objective
  bool all_builds = false;  // false: only the build of each variant that was recorded last
};

// The chosen searches, in order of their instances and variants. Throws usage Error for a name that
// the store does not know, with the nearest known one, and environment Error that names the cure if
// nothing is recorded or nothing matches the choice.
[[nodiscard]] std::vector<RecordedSearch> recorded_searches(const Store& store,
                                                            const SearchChoice& choice);

// The configurations that a search tried, in its order; for a configuration tried several times,
// the last outcome. An inactive conditional parameter has its default, or the text "-" if the store
// does not know the default. The space is whole if it was imported or if the store can tell that no
// configuration is left, from the variant's parameters and constraints as far as these need no
// facts of the device.
[[nodiscard]] RecordedSpace recorded_space(const Store& store, const RecordedSearch& search);

}  // namespace assay
