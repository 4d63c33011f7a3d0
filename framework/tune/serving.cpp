#include "framework/tune/serving.hpp"

#include <fmt/format.h>

#include "framework/core/space/requirements.hpp"
#include "framework/tune/contender_space.hpp"

namespace assay {

Serving::Serving(const Plan& plan) {
  for (const Contest& contest : plan.contests) {
    for (std::size_t place = 0; place < contest.contenders.size(); ++place) {
      ++contests_[{contest.problem, place}];
    }
  }
}

std::vector<Served> Serving::on(const OpenInstance& instance, const Contest& contest,
                                TuneObserver& observer) {
  std::vector<Served> serving;
  for (std::size_t place = 0; place < contest.contenders.size(); ++place) {
    const Contender& contender = contest.contenders[place];
    const Entry entry{contest.problem, place};
    try {
      const SearchSpace space = space_of(instance, contender);
      contests_.erase(entry);
      any_ = true;
      note_defaults(contender, space, observer);
      serving.push_back({contender, space.size()});
    } catch (const EmptySpace& empty) {
      const std::string why = why_not_for(instance, contender);
      if (why.empty()) disappoint(entry, empty);
      left_out_.push_back(fmt::format("{} is left out: {}", contender.variant.name,
                                      why.empty() ? empty.what() : why));
      observer.note(left_out_.back());
    }
  }
  return serving;
}

// Notes that the defaults are excluded, because the author of the scenario expects them to be
// measured.
void Serving::note_defaults(const Contender& contender, const SearchSpace& space,
                            TuneObserver& observer) {
  Bindings defaults;
  for (const Parameter& parameter : contender.parameters) {
    defaults.emplace_back(parameter.name, parameter.default_value);
  }
  if (space.index_of(defaults)) return;
  std::string why = "excluded";
  try {
    why = space.why_excluded(defaults);
  } catch (const Error&) {  // a constraint that cannot be evaluated where another one excludes
  }
  std::string note = fmt::format(
      "{}: its defaults, {}, are {}; the nearest configuration, {}, is used in their place",
      contender.variant.name, to_string(defaults), why, to_string(space.at(space.default_index())));
  if (told_.insert(note).second) observer.note(note);
}

void Serving::require_any() const {
  if (any_ || left_out_.empty()) return;
  throw usage_error("nothing is left to measure: {}", left_out_.front());
}

void Serving::disappoint(const Entry& entry, const Error& empty) {
  const auto left = contests_.find(entry);
  if (left != contests_.end() && --left->second == 0) throw Error(empty.kind(), empty.what());
}

}  // namespace assay
