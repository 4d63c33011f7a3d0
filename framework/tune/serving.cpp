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

std::vector<Contender> Serving::on(const OpenInstance& instance, const Contest& contest,
                                   TuneObserver& observer) {
  std::vector<Contender> serving;
  for (std::size_t place = 0; place < contest.contenders.size(); ++place) {
    const Contender& contender = contest.contenders[place];
    const Entry entry{contest.problem, place};
    try {
      static_cast<void>(space_of(instance, contender));
      contests_.erase(entry);
      serving.push_back(contender);
    } catch (const EmptySpace& empty) {
      const std::string why = why_not_for(instance, contender);
      if (why.empty()) disappoint(entry, empty);
      observer.note(fmt::format("{} is left out: {}", contender.variant.name,
                                why.empty() ? empty.what() : why));
    }
  }
  return serving;
}

void Serving::disappoint(const Entry& entry, const Error& empty) {
  const auto left = contests_.find(entry);
  if (left != contests_.end() && --left->second == 0) throw Error(empty.kind(), empty.what());
}

}  // namespace assay
