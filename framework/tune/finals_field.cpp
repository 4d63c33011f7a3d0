#include "framework/tune/finals_field.hpp"

#include <algorithm>
#include <cmath>

#include "framework/tune/time_budget.hpp"

namespace assay {
namespace {

constexpr double least_sampling_seconds = 0.1;
constexpr double samples_of_slow_ones = 5;

bool has_a_round(const std::vector<inference::Contestant>& contestants) {
  return std::ranges::any_of(contestants,
                             [](const auto& contestant) { return !contestant.logs.empty(); });
}

}  // namespace

double FinalsEntry::sampling_seconds() const {
  return std::max(least_sampling_seconds, samples_of_slow_ones * finalist->searched);
}

double FinalsEntry::cost() const {
  return heats > 0 ? seconds / static_cast<double>(heats) : sampling_seconds();
}

FinalsField::FinalsField(Session& session, const Scenario& scenario, const OpenInstance& instance,
                         const std::vector<Finalist>& finalists)
    : session_(session),
      most_allowed_(scenario.finals.rounds),
      rule_{1 - scenario.finals.sampling.confidence, std::log1p(scenario.finals.margin)} {
  std::vector<std::int64_t> own;
  std::vector<std::vector<StoredTrial>> stored;
  std::vector<const StoredTrial*> in_order;
  for (const Finalist& finalist : finalists) {
    stored.push_back(
        session.store().trials_like(session.key(instance, *finalist.contender, {final_stage})));
    const std::string wanted = canonical_text(finalist.configuration);
    std::erase_if(stored.back(), [&](const StoredTrial& trial) {
      return canonical_text(trial.key.configuration) != wanted;
    });
    for (const auto& trial : stored.back()) in_order.push_back(&trial);
  }
  std::ranges::sort(in_order, {}, &StoredTrial::id);
  for (const auto* trial : in_order) {
    static_cast<void>(numbers_.of(*trial));
    own.push_back(trial->id);
  }
  for (std::size_t k = 0; k < finalists.size(); ++k) {
    FinalsEntry& entry = entries_.emplace_back();
    entry.finalist = &finalists[k];
    entry.contestant.group = group_of(*finalists[k].contender);
    entry.alone = finalists[k].contender->variant.limits;
    std::vector<const StoredTrial*> trials;
    for (const auto& trial : stored[k]) trials.push_back(&trial);
    for (const auto& known : final_configurations(trials)) {
      entry.failed = known.failed;
      entry.contestant.logs = logs_by_round(known, numbers_);
    }
  }
  session.store().take_over(session.run(), own);
}

std::size_t FinalsField::group_of(const Contender& contender) {
  const auto known = std::ranges::find(groups_, &contender);
  if (known != groups_.end()) return static_cast<std::size_t>(known - groups_.begin());
  groups_.push_back(&contender);
  return groups_.size() - 1;
}

void FinalsField::add(std::size_t member, std::uint32_t round, double median) {
  StoredTrial place;
  place.run = session_.run();
  place.key.process = round;
  entries_[member].contestant.logs[numbers_.of(place)] = std::log(median);
}

FinalsField::Field FinalsField::field() const {
  Field field;
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    if (entries_[k].failed || entries_[k].left_out) continue;
    field.members.push_back(k);
    field.contestants.push_back(entries_[k].contestant);
  }
  return field;
}

std::vector<std::size_t> FinalsField::undecided() const {
  const Field now = field();
  if (!has_a_round(now.contestants)) return now.members;
  const auto ranking = inference::rank(now.contestants, rule_);
  const std::size_t leading = now.contestants[ranking.leader].group;
  bool any_rival = false;
  std::vector<std::size_t> active;
  for (std::size_t k = 0; k < now.members.size(); ++k) {
    const bool settled = ranking.standings[k].settled();
    if (k == ranking.leader || !settled) active.push_back(now.members[k]);
    if (!settled && now.contestants[k].group != leading) any_rival = true;
  }
  // A variant without rivals has nothing to be told apart from, but its time is still to be
  // measured.
  const bool first_look_open = now.contestants[ranking.leader].logs.size() < inference::first_look;
  return any_rival || first_look_open ? active : std::vector<std::size_t>{};
}

std::size_t FinalsField::rounds_to_next_look(std::span<const std::size_t> members) const {
  std::size_t fewest = most_allowed_;
  std::size_t needed = 0;
  for (const std::size_t k : members) {
    const std::size_t rounds = entries_[k].contestant.logs.size();
    const std::size_t goal =
        std::min(inference::next_look(rounds, rule_.alpha).blocks, most_allowed_);
    needed = std::max(needed, goal - std::min(goal, rounds));
    fewest = std::min(fewest, rounds);
  }
  return fewest < most_allowed_ ? needed : 0;
}

std::size_t FinalsField::rounds_to_first_look(std::span<const std::size_t> members) const {
  const std::size_t goal = std::min(inference::first_look, most_allowed_);
  std::size_t rounds = 0;
  for (const std::size_t k : members) {
    const std::size_t done = entries_[k].contestant.logs.size();
    rounds = std::max(rounds, goal - std::min(goal, done));
  }
  return rounds;
}

bool FinalsField::looked_at(std::span<const std::size_t> members) const {
  return rounds_to_first_look(members) == 0;
}

double FinalsField::seconds_of_round(std::span<const std::size_t> members) const {
  double seconds = 0;
  for (const std::size_t k : members) seconds += entries_[k].cost();
  return seconds;
}

std::vector<std::size_t> FinalsField::leave_out_costly(std::span<const std::size_t> members,
                                                       double seconds) {
  std::vector<MeasurementCost> costs;
  for (const std::size_t k : members) {
    costs.push_back({entries_[k].cost(), entries_[k].contestant.group});
  }
  const auto stays = affordable(costs, rounds_to_first_look(members), seconds);
  std::vector<std::size_t> gone;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (stays[i]) continue;
    entries_[members[i]].left_out = true;
    gone.push_back(members[i]);
  }
  return gone;
}

std::size_t FinalsField::most_rounds() const {
  std::size_t most = 0;
  for (const auto& entry : entries_) most = std::max(most, entry.contestant.logs.size());
  return most;
}

}  // namespace assay
