// Recorded spaces by what a command line names: T4 files, or searches that the store holds.
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
  // The files' spaces, then those of the store: of the scenarios named, or, with nothing named, all
  // that the options let through. Throws as read_t4 and recorded_searches do.
  [[nodiscard]] std::vector<RecordedSpace> read() const;
  // The choice from the store where at most one scenario, and no file, may be named. Throws usage
  // Error otherwise.
  [[nodiscard]] SearchChoice scenario_choice() const;
};

}  // namespace assay::command
