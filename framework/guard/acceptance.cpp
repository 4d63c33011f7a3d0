#include "framework/guard/acceptance.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay::guard {

void require_named(const std::vector<Case>& cases, const std::vector<std::string>& names) {
  std::set<std::string> known;
  for (const Case& one : cases) std::ranges::copy(names_of(one), std::inserter(known, known.end()));
  for (const std::string& name : names) {
    if (known.contains(name)) continue;
    throw usage_error("--accept names '{}', but nothing compared has that name; {}", name,
                      did_you_mean(name, {known.begin(), known.end()}));
  }
}

void accept(GuardReport& report, const std::vector<std::string>& names) {
  require_named(report.cases, names);
  for (std::size_t k = 0; k < report.cases.size(); ++k) {
    const auto own = names_of(report.cases[k]);
    const bool meant = std::ranges::find_first_of(own, names) != own.end();
    CaseResult& result = report.results[k];
    result.accepted =
        meant && (result.kind == CaseResult::Kind::slower || !report.cases[k].problem.empty());
  }
}

}  // namespace assay::guard
