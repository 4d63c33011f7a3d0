#include "framework/measure/objective.hpp"

#include <cmath>
#include <string_view>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

constexpr std::string_view seconds_suffix = "_seconds";

// A sample's own times and energy, under the names that expressions use.
Bindings quantities_of(const Sample& sample) {
  Bindings quantities = {{"seconds", sample.seconds}, {"device_seconds", sample.device_seconds}};
  if (sample.energy) quantities.emplace_back("joules", sample.energy->joules_per_run());
  for (const PhaseTime& phase : sample.phases) {
    quantities.emplace_back(phase.name + std::string(seconds_suffix),
                            Objective{"phase:" + phase.name}.of(sample));
  }
  return quantities;
}

}  // namespace

TrialObjective::TrialObjective(Objective objective, const Bindings& configuration,
                               const InstanceRecord& instance, const std::vector<Fact>& facts)
    : objective_(std::move(objective)) {
  if (objective_.is_own()) {
    expression_ = Expression::parse_collecting(objective_.expression(), names_);
  }
  for (const Fact& fact : instance.facts) constants_.emplace_back(fact.name, fact.value);
  constants_.insert(constants_.end(), instance.arguments.begin(), instance.arguments.end());
  for (const Fact& fact : facts) constants_.emplace_back(fact.name, fact.value);
  constants_.insert(constants_.end(), configuration.begin(), configuration.end());
}

double TrialObjective::of(const Sample& sample) const {
  if (!objective_.is_own()) return objective_.of(sample);
  const std::string place = objective_.place.empty() ? "" : objective_.place + ": ";
  double value = 0;
  try {
    value = own_value(sample);
  } catch (const Error& error) {
    throw usage_error("{}objective '{}': {}", place, objective_.label(), error.what());
  }
  if (value > 0 && std::isfinite(value)) return objective_.is_maximised() ? 1 / value : value;
  throw usage_error(
      "{}objective '{}': the value {} is not a finite number above 0 (of a sample of {} s): choose "
      "another expression, or leave such configurations out by a constraint",
      place, objective_.label(), value, sample.seconds);
}

std::vector<double> TrialObjective::of(const std::vector<Sample>& samples) const {
  std::vector<double> costs;
  costs.reserve(samples.size());
  for (const Sample& sample : samples) {
    if (sample.counts()) costs.push_back(of(sample));
  }
  return costs;
}

double TrialObjective::own_value(const Sample& sample) const {
  const Bindings quantities = quantities_of(sample);
  std::vector<Scalar> slots;  // borrow texts of the values
  for (const std::string& name : names_) slots.push_back(Scalar::of(value_of(name, quantities)));
  const Scalar result = expression_->evaluate(slots);
  if (result.kind == Scalar::Kind::text) throw usage_error("its value is a text, not a number");
  return result.number();
}

const Value& TrialObjective::value_of(const std::string& name, const Bindings& quantities) const {
  if (const Value* value = find(quantities, name)) return *value;
  if (const Value* value = find(constants_, name)) return *value;
  std::vector<std::string> known;
  for (const auto& [one, _] : quantities) known.push_back(one);
  for (const auto& [one, _] : constants_) known.push_back(one);
  throw usage_error("there is no '{}' here; {}", name, did_you_mean(name, known));
}

}  // namespace assay
