// From the trials of an instance's entries to their order, intervals and verdict. Internal to the
// report.
#pragma once

#include <string>
#include <vector>

#include "framework/inference/ranking.hpp"
#include "framework/report/comparison.hpp"
#include "framework/report/rounds.hpp"

namespace assay {

// The entries of one instance as contestants. Entries are named by their place in what the
// constructor was given; `rank` is what sorts them.
class InstanceRanking {
 public:
  // `trials` of each entry, among which its best is looked for. Trials must outlive the object.
  // `margin` is a fraction: what differs by less is equivalent.
  InstanceRanking(const Store& store, const std::vector<std::vector<const StoredTrial*>>& trials,
                  double confidence, double margin, const Objective& objective);

  // Gives each entry its best configuration and interval, sorts the entries, best first and those
  // without a result last by name, and says what is known of the best. Each configuration of the
  // finals is a contestant of its own, so that an entry is slower only if all of its are.
  void rank(std::vector<Entry>& entries, Verdict& verdict);

  // Speed-ups over the fastest entry of the reference variant. `chosen` by its looks, it may be any
  // entry, and the level is shared among as many families. Nothing where it has no result. Requires
  // a call of rank before, with the same entries.
  std::optional<std::size_t> compare_with_reference(std::vector<Entry>& entries,
                                                    const std::string& reference,
                                                    bool chosen) const;

 private:
  // One configuration that may stand for its entry.
  struct Candidate {
    std::vector<const StoredTrial*> trials;
    bool in_rounds = false;  // of finals: compared round by round; else process by process
    bool claims = false;     // false: a search chose it by these very samples
  };

  // Beyond the numbers of rounds.
  static constexpr std::uint32_t first_unpaired = 1U << 31;

  void add_candidates(std::size_t entry, const std::vector<const StoredTrial*>& trials);
  [[nodiscard]] std::vector<std::size_t> candidates_in_rounds() const;
  void rank_candidates();
  [[nodiscard]] std::size_t best_of(std::size_t entry) const;
  [[nodiscard]] inference::Verdict unpaired(std::size_t candidate, std::size_t base,
                                            std::size_t comparisons) const;
  [[nodiscard]] std::vector<Interval> intervals() const;
  void conclude(Verdict& verdict) const;
  [[nodiscard]] std::string advice() const;
  [[nodiscard]] std::string advice_on_rounds() const;

  const Store& store_;
  double confidence_;
  double margin_;
  Objective objective_;
  inference::RankingRule rule_;
  RoundNumbers numbers_;
  std::uint32_t next_unpaired_ = first_unpaired;  // round of a process that nothing pairs
  std::vector<Candidate> candidates_;
  std::vector<inference::Contestant> contestants_;  // one for each candidate, grouped by entry
  std::vector<inference::Standing> standings_;      // of each candidate, compared with the leader
  std::size_t leader_ = 0;                          // candidate
  std::vector<std::size_t> order_;                  // entries with a result, best first
};

}  // namespace assay
