// The progress of a guard, on standard error; a live line on a terminal.
#pragma once

#include "framework/guard/guard.hpp"
#include "tools/assay/live_line.hpp"

namespace assay::command {

class GuardProgress : public guard::GuardObserver {
 public:
  GuardProgress();

  void case_begins(const guard::Case& one, std::size_t number, std::size_t count) override;
  void block_done(const guard::Case& one, std::size_t blocks, std::size_t most) override;
  void suspected(const guard::Case& one, const inference::Verdict& verdict) override;
  // Removes the live line.
  void clear() { line_.clear(); }

 private:
  LiveLine line_;
  std::string prefix_;  // "[2/3] "
};

}  // namespace assay::command
