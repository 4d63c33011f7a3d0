// The effect of [pareto] on a comparison: which results are ranked, and the fronts. Internal to the
// report.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/compare/measurement.hpp"
#include "framework/compare/pareto_judge.hpp"

namespace assay {

struct JudgedConfiguration {
  MeasuredConfiguration result;
  ParetoStanding standing;
};

// The configurations of one machine's entries, each judged once.
class ParetoResults {
 public:
  // The arguments must outlive the object.
  ParetoResults(const Store& store, const CompareOptions& options, const Objective& objective)
      : store_(&store), options_(&options), objective_(&objective) {}

  // The trials of an entry that may be ranked, failed ones included: all of them unless the
  // instance's scenario has requirements.
  std::vector<const StoredTrial*> admitted(std::int64_t instance, const InstanceRecord& record,
                                           const std::vector<const StoredTrial*>& trials);
  // Fills InstanceComparison::requirements and adds a note if an entry has results but none to
  // rank.
  void explain(InstanceComparison& instance) const;
  // The fronts of instances whose entries went through admitted() and have labels.
  [[nodiscard]] std::vector<ParetoFront> fronts(
      const std::vector<InstanceComparison>& instances) const;

 private:
  using Place = std::tuple<std::int64_t, std::int64_t, std::string>;  // instance, variant, device

  [[nodiscard]] const ParetoSpec* spec_of(const InstanceRecord& record) const;
  [[nodiscard]] const std::vector<JudgedConfiguration>* judged_of(
      const InstanceComparison& instance, const Entry& entry) const;
  [[nodiscard]] ParetoFront front_of(const ParetoSpec& spec,
                                     const std::vector<InstanceComparison>& instances,
                                     const std::vector<std::size_t>& group) const;

  const Store* store_;
  const CompareOptions* options_;
  const Objective* objective_;
  std::map<Place, std::vector<JudgedConfiguration>> judged_;
};

}  // namespace assay
