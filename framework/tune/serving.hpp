#pragma once

#include <cstddef>
#include <cstdint>
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

struct Served {
  Contender contender;
  std::uint64_t size = 0;  // of its search space on the instance
};

// Decides which contenders compete on which instance. A variant may serve only some instances of
// its problem, and a scenario may ask for values that only some instances admit: both cases are
// reported in notes, and the remaining contenders go on.
class Serving {
 public:
  explicit Serving(const Plan& plan);

  // Returns the contenders that have a configuration for the instance of a contest of the plan;
  // notes each contender that has none, and once each contender whose defaults are not among its
  // configurations. Throws usage Error once the scenario's demands on a contender have left nothing
  // on any of its instances, and for a constraint that cannot be evaluated.
  std::vector<Served> on(const OpenInstance& instance, const Contest& contest,
                         TuneObserver& observer);

  // Called after the last contest of the plan: throws usage Error if no contender served any
  // instance.
  void require_any() const;

 private:
  using Entry = std::pair<std::string, std::size_t>;  // a problem, and a position among contenders

  // Counts a contest in which the scenario's demands left nothing for `entry`; throws if no contest
  // remains in which the entry could serve.
  void disappoint(const Entry& entry, const Error& empty);

  void note_defaults(const Contender& contender, const SearchSpace& space, TuneObserver& observer);

  std::map<Entry, std::size_t> contests_;  // still to come, for entries that have not served yet
  std::set<std::string> told_;             // notes about defaults
  std::vector<std::string> left_out_;      // the reasons, a line each
  bool any_ = false;                       // whether any contender has served
};

}  // namespace assay
