#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/inference/ranking.hpp"
#include "framework/report/rounds.hpp"
#include "framework/tune/finalists.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// One finalist, and what is known of it.
struct FinalsEntry {
  const Finalist* finalist = nullptr;
  inference::Contestant contestant;
  bool failed = false;
  bool left_out = false;  // with it no look would be reached in time
  bool alone = false;     // it failed beside others, which may have had the memory that it needs
  std::size_t heats = 0;  // of this run
  double seconds = 0;     // that they took, of those beside each other in parts as expected of each

  // Seconds that a process of this finalist samples: about as long as it takes to start one, since
  // what differs between processes is averaged away by more of them and by nothing else; longer
  // where the search has found that a sample takes long.
  [[nodiscard]] double sampling_seconds() const;
  // Seconds that a heat takes for this finalist: measured ones, else what sampling takes.
  [[nodiscard]] double cost() const;
};

// The finalists of an instance: what rounds say of them, of this run and of earlier ones, and who
// is to be measured further. Members are known by their places in the list of finalists.
class FinalsField {
 public:
  // Takes over what earlier runs measured of the finalists, which must outlive it.
  FinalsField(Session& session, const Scenario& scenario, const OpenInstance& instance,
              const std::vector<Finalist>& finalists);

  [[nodiscard]] FinalsEntry& operator[](std::size_t member) { return entries_[member]; }
  [[nodiscard]] const FinalsEntry& operator[](std::size_t member) const { return entries_[member]; }

  // A round of this run, of that number, has measured it.
  void add(std::size_t member, std::uint32_t round, double median);

  // The leader and all whom more rounds could tell from it; nobody where every rival is decided.
  [[nodiscard]] std::vector<std::size_t> undecided() const;
  // Rounds until the next look at these members; 0 where they have had all that they may have.
  [[nodiscard]] std::size_t rounds_to_next_look(std::span<const std::size_t> members) const;
  // Whether all of these have been looked at.
  [[nodiscard]] bool looked_at(std::span<const std::size_t> members) const;
  // What a round of these takes, one after the other.
  [[nodiscard]] double seconds_of_round(std::span<const std::size_t> members) const;
  // Rounds until the first look at all of these, or until all that are allowed.
  [[nodiscard]] std::size_t rounds_to_first_look(std::span<const std::size_t> members) const;
  // Leaves out of the finals the slowest of these members, who will hardly win, as far as no look
  // would be reached in so many seconds with them, and nothing be said of anybody. Of the two
  // fastest variants one member each stays. Returns who does not.
  std::vector<std::size_t> leave_out_costly(std::span<const std::size_t> members, double seconds);

  // The rounds of the member that has most of them.
  [[nodiscard]] std::size_t most_rounds() const;

 private:
  // Those that take part, and who they are.
  struct Field {
    std::vector<std::size_t> members;
    std::vector<inference::Contestant> contestants;
  };
  [[nodiscard]] Field field() const;
  [[nodiscard]] std::size_t group_of(const Contender& contender);

  Session& session_;
  std::size_t most_allowed_;  // rounds
  inference::RankingRule rule_;
  RoundNumbers numbers_;
  std::vector<const Contender*> groups_;
  std::vector<FinalsEntry> entries_;
};

}  // namespace assay
