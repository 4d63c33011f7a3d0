// Every query of a store, for tests of stores that cannot be trusted.
#pragma once

#include <filesystem>

#include "framework/store/recorded_search.hpp"
#include "framework/store/store.hpp"

namespace assay::test {

inline void read_everything(const std::filesystem::path& file) {
  const Store store(file, Store::Mode::read_only);
  for (const auto& trial : store.trials({})) {
    static_cast<void>(store.samples(trial.id));
    static_cast<void>(store.facts(trial.id));
    static_cast<void>(store.trials_like(trial.key));
    static_cast<void>(store.wrong_trial(trial.key));
    static_cast<void>(store.searches_elsewhere(trial.key));
    static_cast<void>(store.instance_record(trial.key.instance));
    static_cast<void>(store.variant_description(trial.key.variant));
    static_cast<void>(store.peaks(trial.key.machine, trial.key.device));
  }
  static_cast<void>(store.machines());
  static_cast<void>(store.runs());
  static_cast<void>(store.scenarios());
  static_cast<void>(store.baselines());
  if (store.latest_machine()) {
    for (const auto& search : recorded_searches(store, {})) {
      static_cast<void>(recorded_space(store, search));
    }
  }
}

}  // namespace assay::test
