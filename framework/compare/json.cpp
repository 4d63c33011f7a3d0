// The whole model as JSON, for other programs.
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "framework/compare/writers.hpp"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order a person reads them

Json bindings_json(const Bindings& bindings) {
  Json json = Json::object();
  for (const auto& [name, value] : bindings) {
    json[name] = to_json(value);
  }
  return json;
}

Json interval_json(const Interval& interval) {
  // An unbounded interval has null for both bounds; the library writes an infinite upper bound as
  // null.
  const Json lower = std::isfinite(interval.upper) ? Json(interval.lower) : Json(nullptr);
  return {{"median", interval.median}, {"lower", lower}, {"upper", interval.upper}};
}

template <class T, class Function>
Json optional_json(const std::optional<T>& value, Function&& write) {
  return value ? Json(write(*value)) : Json(nullptr);
}

Json facts_json(const std::vector<Fact>& facts) {
  Json json = Json::array();
  for (const Fact& fact : facts) {
    json.push_back({{"name", fact.name}, {"value", fact.value}, {"unit", fact.unit}});
  }
  return json;
}

Json derived_json(const std::vector<DerivedValue>& derived) {
  Json json = Json::array();
  for (const DerivedValue& value : derived) {
    json.push_back({{"name", value.name}, {"value", value.value}, {"unit", value.unit}});
  }
  return json;
}

Json published_json(const PublishedEntry& entry) {
  const auto same = [](double value) { return value; };
  Json quantities = Json::array();
  for (const PublishedQuantity& quantity : entry.quantities) {
    quantities.push_back({{"kind", to_string(quantity.kind)},
                          {"name", quantity.name},
                          {"unit", quantity.unit},
                          {"published", quantity.published},
                          {"ours", optional_json(quantity.ours, same)},
                          {"published_over_ours", optional_json(quantity.ratio, same)}});
  }
  return {{"source", entry.source},
          {"machine", entry.machine},
          {"label", entry.label},
          {"beside", entry.beside},
          {"quantities", quantities}};
}

Json floor_json(const Floor& floor) {
  return {{"seconds", floor.seconds},
          {"bound", floor.memory_bound ? "memory" : "compute"},
          {"share", floor.share}};
}

Json verified_json(const VerifiedSamples& verified) {
  return {{"in_full", verified.in_full},
          {"by_digest", verified.by_digest},
          {"unverified", verified.unverified}};
}

Json disqualified_json(const Disqualified& disqualified) {
  const WrongTrial& wrong = disqualified.wrong;
  return {{"configuration", bindings_json(disqualified.configuration)},
          {"status", to_string(wrong.status)},
          {"run", wrong.run},
          {"stage", wrong.stage},
          {"process", wrong.process},
          {"message", wrong.message}};
}

// The clock of each sample, null where unknown; an empty list if it is unknown for all samples.
Json clocks_json(const std::vector<std::optional<double>>& clocks) {
  Json json = Json::array();
  bool known = false;
  for (const auto& clock : clocks) {
    json.push_back(optional_json(clock, [](double mhz) { return mhz; }));
    known = known || clock.has_value();
  }
  return known ? json : Json::array();
}

Json measurement_json(const Measurement& best) {
  const auto same = [](double value) { return value; };
  Json phases = Json::array();
  for (const PhaseMedian& phase : best.phases) {
    phases.push_back({{"name", phase.name},
                      {"host", phase.host},
                      {"device", optional_json(phase.device, same)}});
  }
  Json process_medians = Json::array();
  for (const ProcessMedian& process : best.processes) process_medians.push_back(process.median);
  return {{"configuration", bindings_json(best.configuration)},
          {"stage", best.stage},
          {"value", interval_json(best.value)},
          {"seconds", best.seconds},
          {"samples", best.samples},
          {"slowed", best.slowed},
          {"processes", best.processes.size()},
          {"process_medians", process_medians},
          {"whole_sample", best.wall},
          {"device", optional_json(best.device, same)},
          {"outside_phases", best.outside_phases},
          {"phases", phases},
          {"facts", facts_json(best.facts)},
          {"floor", optional_json(best.floor, floor_json)},
          {"derived", derived_json(best.derived)},
          {"speed_up", optional_json(best.speed_up, interval_json)},
          {"verified_samples", optional_json(best.verified, verified_json)},
          {"agrees_with", best.agrees_with},
          {"values", best.values},
          {"clocks_mhz", clocks_json(best.clocks_mhz)}};
}

Json entry_json(const Entry& entry) {
  Json failures = Json::array();
  for (const FailureKind& failure : entry.failures) {
    failures.push_back({{"status", to_string(failure.status)},
                        {"count", failure.count},
                        {"message", failure.message},
                        {"configuration", bindings_json(failure.configuration)}});
  }
  Json disqualified = Json::array();
  for (const Disqualified& one : entry.disqualified) {
    disqualified.push_back(disqualified_json(one));
  }
  return {{"label", entry.label},
          {"variant", entry.variant.name},
          {"backend", entry.variant.backend},
          {"plugin", entry.variant.plugin},
          {"build", entry.variant.build_id},
          {"device", entry.device},
          {"configurations", entry.configurations},
          {"best", optional_json(entry.best, measurement_json)},
          {"failures", failures},
          {"disqualified", disqualified}};
}

Json instance_json(const InstanceComparison& instance) {
  Json entries = Json::array();
  for (const Entry& entry : instance.entries) {
    entries.push_back(entry_json(entry));
  }
  Json published = Json::array();
  for (const PublishedEntry& entry : instance.published) {
    published.push_back(published_json(entry));
  }
  const Work& work = instance.record.work;
  return {
      {"label", instance.label},
      {"problem", instance.record.problem},
      {"arguments", bindings_json(instance.record.arguments)},
      {"input_digest", instance.record.input_digest},
      {"work",
       {{"flops", work.flops}, {"bytes", work.bytes}, {"double_precision", work.double_precision}}},
      {"facts", facts_json(instance.record.facts)},
      {"unit", instance.objective.unit()},
      {"requirements", instance.requirements},
      {"reference", optional_json(instance.reference, [](std::size_t i) { return i; })},
      {"verdict",
       {{"kind", to_string(instance.verdict.kind)},
        {"tied", instance.verdict.tied},
        {"undecided", instance.verdict.undecided},
        {"equivalence", instance.verdict.equivalence},
        {"rounds", instance.verdict.rounds},
        {"advice", instance.verdict.advice},
        {"margin", optional_json(instance.verdict.margin, interval_json)}}},
      {"entries", entries},
      {"published", published},
      {"notes", instance.notes}};
}

Json front_json(const ParetoFront& front) {
  Json axes = Json::array();
  for (const auto& axis : front.axes) {
    axes.push_back(
        {{"name", axis.name}, {"unit", axis.unit}, {"better", axis.higher ? "higher" : "lower"}});
  }
  Json members = Json::array();
  for (const ParetoMember& member : front.members) {
    members.push_back({{"instance", member.instance},
                       {"label", member.label},
                       {"variant", member.variant},
                       {"device", member.device},
                       {"arguments", bindings_json(member.arguments)},
                       {"configuration", bindings_json(member.configuration)},
                       {"stage", member.stage},
                       {"value", interval_json(member.value)},
                       {"values", member.values}});
  }
  return {{"label", front.label},
          {"unit", front.objective.unit()},
          {"requirements", front.requirements},
          {"axes", axes},
          {"candidates", front.candidates},
          {"members", members},
          {"notes", front.notes}};
}

class JsonWriter : public Writer {
 public:
  void write(const Comparison& comparison, std::ostream& out) const override {
    Json machines = Json::array();
    for (const MachineComparison& machine : comparison.machines) {
      Json instances = Json::array();
      for (const InstanceComparison& instance : machine.instances) {
        instances.push_back(instance_json(instance));
      }
      Json fronts = Json::array();
      for (const ParetoFront& front : machine.fronts) fronts.push_back(front_json(front));
      machines.push_back({{"fingerprint", machine.machine.fingerprint},
                          {"attributes", machine.machine.record.attributes},
                          {"instances", instances},
                          {"fronts", fronts}});
    }
    const Json json = {{"mode", comparison.mode},
                       {"confidence", comparison.confidence},
                       {"machines", machines},
                       {"notes", comparison.notes}};
    // Build logs and driver names are not always valid UTF-8.
    out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  }
};

}  // namespace

std::unique_ptr<Writer> make_json_writer() { return std::make_unique<JsonWriter>(); }

}  // namespace assay
