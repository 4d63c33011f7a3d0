// Turns the trials of an instance's entries into their order, intervals and verdict. Internal to
// the report.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/compare/rounds.hpp"
#include "framework/inference/ranking.hpp"

namespace assay {

// The entries of one instance as contestants. Entries are identified by their index in the
// constructor's `trials`; rank() sorts them.
class InstanceRanking {
 public:
  // `trials` holds, for each entry, the trials among which its best configuration is sought; they
  // must outlive the object. `margin` is a fraction: smaller differences are equivalent.
  InstanceRanking(const Store& store, const std::vector<std::vector<const StoredTrial*>>& trials,
                  double confidence, double margin, const Objective& objective);

  // Gives each entry its best configuration and interval, sorts the entries (best first, those
  // without a result last and by name) and states the verdict on the best. Each configuration of
  // the finals is a contestant of its own, so that an entry is slower only if all its
  // configurations are.
  void rank(std::vector<Entry>& entries, Verdict& verdict);

  // Computes speed-ups over the fastest entry of the reference variant and returns that entry's
  // index, or nothing if the reference has no result. `chosen` means that the reference was chosen
  // by its measurements: then any entry might have been it, and the level is shared among as many
  // families of comparisons. Requires a preceding call of rank() with the same entries.
  std::optional<std::size_t> compare_with_reference(std::vector<Entry>& entries,
                                                    const std::string& reference,
                                                    bool chosen) const;

 private:
  // One configuration that can represent its entry.
  struct Candidate {
    std::vector<const StoredTrial*> trials;
    bool in_rounds = false;  // a finalist, compared round by round; otherwise process by process
    bool claims = false;     // false: a search chose it by these very samples
  };

  // Greater than every number of a round.
  static constexpr std::uint32_t first_unpaired = 1U << 31;

  void add_candidates(std::size_t entry, const std::vector<const StoredTrial*>& trials);
  [[nodiscard]] std::vector<std::size_t> candidates_in_rounds() const;
  void rank_candidates();
  [[nodiscard]] std::size_t best_of(std::size_t entry) const;
  [[nodiscard]] inference::Verdict unpaired(std::size_t candidate, std::size_t base,
                                            std::size_t comparisons) const;
  [[nodiscard]] std::vector<inference::Location> locations() const;
  void conclude(Verdict& verdict) const;
  [[nodiscard]] std::string advice() const;
  [[nodiscard]] std::string advice_on_rounds() const;

  const Store& store_;
  double confidence_;
  double margin_;
  Objective objective_;
  inference::RankingRule rule_;
  RoundNumbers numbers_;
  std::uint32_t next_unpaired_ = first_unpaired;  // of the next unpaired process
  std::vector<Candidate> candidates_;
  std::vector<inference::Contestant> contestants_;  // one for each candidate, grouped by entry
  std::vector<inference::Standing> standings_;      // of each candidate, compared with the leader
  std::size_t leader_ = 0;                          // index of a candidate
  std::vector<std::size_t> order_;                  // entries with a result, best first
};

}  // namespace assay
