#pragma once

#include <string>

#include "framework/tune/observer.hpp"

namespace assay::command {

// Tells people on standard error how tuning goes: on a terminal a live line that is rewritten after
// each trial, elsewhere one line per variant. Standard output stays free for results.
class Progress : public TuneObserver {
 public:
  // The live line only where `terminal`. `name`, where there is one, stands before every line: of
  // several that tune at once.
  explicit Progress(bool terminal, std::string name = "")
      : terminal_(terminal), name_(std::move(name)) {}
  ~Progress() override;

  void note(const std::string& text) override;
  void contest_begins(const Contest& contest, std::size_t number, std::size_t count) override;
  void instance_opened(const OpenInstance& instance) override;
  void search_begins(const Contender& contender, const SearchState& state) override;
  void compiling(const Contender& contender, std::size_t configurations) override;
  void trial_done(const Contender& contender, const Bindings& configuration,
                  const RecordedTrial& measurement, const SearchState& state) override;
  void search_ends(const Contender& contender, const SearchState& state) override;
  void final_done(const Contender& contender, const Bindings& configuration,
                  const RecordedTrial& measurement, std::size_t done, std::size_t count) override;

 private:
  void live(const std::string& line);
  void print(const std::string& line);
  void clear();

  bool terminal_;
  std::string name_;
  bool line_is_live_ = false;
  const char* unit_ = "s";  // of the objective
};

}  // namespace assay::command
