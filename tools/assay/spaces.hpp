// Recorded spaces that a command line names: T4 files, or searches in the store.
#pragma once

#include <vector>

#include "framework/store/recorded_search.hpp"
#include "tools/assay/command.hpp"

namespace assay::command {

struct SpaceFlags {
  StoreFlag store;
  SearchChoice choice;             // --machine, --problem, ...
  std::vector<std::string> names;  // T4 files, and scenarios whose runs the store holds

  void add_to(const Subcommand& command);
  // Reads the spaces of the files, then those of the store: of the named scenarios or, if nothing
  // is named, all that the options select. Throws the errors of read_t4 and recorded_searches.
  [[nodiscard]] std::vector<RecordedSpace> read() const;
  // Returns the choice from the store for commands that accept at most one scenario, and no file.
  // Throws usage Error otherwise.
  [[nodiscard]] SearchChoice scenario_choice() const;
};

}  // namespace assay::command
