#pragma once

#include <string>

#include "framework/tune/observer.hpp"
#include "tools/assay/live_line.hpp"

namespace assay::command {

// Reports on standard error how tuning proceeds: on a terminal by a live line that is rewritten
// after each trial, elsewhere by one line for each variant, or, of more than 20 instances, by one
// line for each instance. Standard output is left to results.
class Progress : public TuneObserver {
 public:
  // Shows the live line only on a `terminal`. `name`, if not empty, prefixes every line, to
  // distinguish several sessions that tune at the same time.
  explicit Progress(bool terminal, std::string name = "")
      : line_(terminal), name_(std::move(name)) {}

  void note(const std::string& text) override;
  void contest_begins(const Contest& contest, std::size_t number, std::size_t count) override;
  void instance_opened(const OpenInstance& instance) override;
  void search_begins(const Contender& contender, const SearchState& state) override;
  void waiting(const Contender& contender, const UnderWay& under_way) override;
  void trial_done(const Contender& contender, const Bindings& configuration,
                  const RecordedTrial& measurement, const SearchState& state) override;
  void search_ends(const Contender& contender, const SearchState& state) override;
  void final_done(const Contender& contender, const Bindings& configuration,
                  const RecordedTrial& measurement, std::size_t done, std::size_t count) override;
  void finals_end(const FinalsOutcome& outcome) override;

 private:
  void print(const std::string& line);
  void count_verifying(const RecordedTrial& measurement);
  // Returns "" if measuring took longer.
  [[nodiscard]] std::string verifying_text() const;

  LiveLine line_;
  bool brief_ = false;            // there are many instances
  std::string state_;             // of the search at work, as the live line shows it
  double measuring_seconds_ = 0;  // sum over all trials so far
  double verifying_seconds_ = 0;
  std::string name_;
  Objective objective_;
};

}  // namespace assay::command
