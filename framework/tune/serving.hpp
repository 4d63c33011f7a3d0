#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/space/space.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/observer.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// Who competes on which instance. A variant may serve only some instances of its problem, and a
// scenario may ask for what only some of them admit: both are told in notes, and the rest goes on.
class Serving {
 public:
  explicit Serving(const Plan& plan);

  // Those that have a configuration for the instance of a contest of the plan; a note for each of
  // the others, and once for each whose defaults are not among its configurations. Throws usage
  // Error once what the scenario asks of one has left nothing on any of its instances, and for a
  // constraint that cannot be evaluated.
  std::vector<Contender> on(const OpenInstance& instance, const Contest& contest,
                            TuneObserver& observer);

  // For when all contests of the plan have been asked for: throws usage Error if nobody served any.
  void require_any() const;

 private:
  using Entry = std::pair<std::string, std::size_t>;  // a problem, and the place among contenders

  // What the scenario asks for left nothing for `entry`: fatal where no contest can make up for it.
  void disappoint(const Entry& entry, const Error& empty);

  void note_defaults(const Contender& contender, const SearchSpace& space, TuneObserver& observer);

  std::map<Entry, std::size_t> contests_;  // to come, of entries that have not served yet
  std::set<std::string> told_;             // notes of defaults
  std::vector<std::string> left_out_;      // why, a line each
  bool any_ = false;                       // has served
};

}  // namespace assay
