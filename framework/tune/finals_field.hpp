#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/compare/rounds.hpp"
#include "framework/inference/ranking.hpp"
#include "framework/tune/finalists.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// A finalist, and what is known of it.
struct FinalsEntry {
  const Finalist* finalist = nullptr;
  inference::Contestant contestant;
  bool failed = false;
  bool left_out = false;  // keeping it, no look would be reached in time
  // It limits the device, which would slow the others down, or it failed alongside others, which
  // may have used the memory that it needs.
  bool alone = false;
  std::size_t heats = 0;  // heats of this run
  double seconds = 0;     // spent in heats of this run; of each its expected share

  // Seconds that a process of this finalist samples: about as long as starting a process takes,
  // since only more processes average away the differences between processes; longer where the
  // search has found that a sample takes long.
  [[nodiscard]] double sampling_seconds() const;
  // The mean seconds that a heat has taken for this finalist; the sampling seconds before its first
  // heat.
  [[nodiscard]] double cost() const;
};

// The finalists of an instance: what the rounds of this run and of earlier runs say about them, and
// which of them need further measurements. Members are identified by their position in the list of
// finalists.
class FinalsField {
 public:
  // Takes over what earlier runs measured of the finalists; `finalists` must outlive the field.
  FinalsField(Session& session, const Scenario& scenario, const OpenInstance& instance,
              const std::vector<Finalist>& finalists);

  [[nodiscard]] FinalsEntry& operator[](std::size_t member) { return entries_[member]; }
  [[nodiscard]] const FinalsEntry& operator[](std::size_t member) const { return entries_[member]; }

  // Adds the median that the given round of this run has measured for a member.
  void add(std::size_t member, std::uint32_t round, double median);

  // The leader and all members that more rounds could tell apart from it; empty once every rival is
  // decided.
  [[nodiscard]] std::vector<std::size_t> undecided() const;
  // Rounds until the next look at the members; 0 if they have had all the rounds allowed.
  [[nodiscard]] std::size_t rounds_to_next_look(std::span<const std::size_t> members) const;
  // Whether all the members have been looked at.
  [[nodiscard]] bool looked_at(std::span<const std::size_t> members) const;
  // Seconds that a round of the members takes if they are measured one after another.
  [[nodiscard]] double seconds_of_round(std::span<const std::size_t> members) const;
  // Rounds until the first look at all the members, or until the allowed rounds are used up.
  [[nodiscard]] std::size_t rounds_to_first_look(std::span<const std::size_t> members) const;
  // Removes the slowest of the members, which are unlikely to win, from the finals as long as no
  // look would be reached within `seconds` with them, so that nothing could be said about any
  // member. The two fastest variants keep at least one member each. Returns the removed members.
  std::vector<std::size_t> leave_out_costly(std::span<const std::size_t> members, double seconds);

  // The largest number of rounds that any member has.
  [[nodiscard]] std::size_t most_rounds() const;

 private:
  // The members that take part, with their measurements.
  struct Field {
    std::vector<std::size_t> members;
    std::vector<inference::Contestant> contestants;
  };
  [[nodiscard]] Field field() const;
  [[nodiscard]] std::size_t group_of(const Contender& contender);

  Session& session_;
  std::size_t most_allowed_;  // rounds of a member
  inference::RankingRule rule_;
  RoundNumbers numbers_;
  std::vector<const Contender*> groups_;
  std::vector<FinalsEntry> entries_;
};

}  // namespace assay
