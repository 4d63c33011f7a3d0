#pragma once

#include <string>

#include "framework/core/interval.hpp"
#include "framework/core/sample.hpp"
#include "framework/core/sampling_options.hpp"

namespace assay {

// The quantity by which results are judged: the whole sample, its device time, one phase, or the
// energy of a run, all of them minimised; or one's own, an expression with a direction.
//
// Everything that searches, ranks or compares minimises a *cost*, which is positive. The cost of an
// objective of one's own that is maximised is the reciprocal of its value: that keeps the order of
// samples, ratios ("1.3 times as much") and the symmetry of logarithms. `told` turns a cost into
// what people and files read.
struct Objective {
  // "time", "device-time", "phase:NAME", "energy"; or one's own: "minimise EXPRESSION", "maximise
  // NAME = EXPRESSION", where NAME only heads columns. An expression is the whole meaning of the
  // objective, hence results of two expressions never meet.
  std::string name = "time";
  std::string place = {};  // file:line:column of the scenario that gives it, for messages, or ""

  // The value of a sample; for a phase, its device time if there is any. Throws usage Error if the
  // sample has no such phase or no energy, and internal Error for an objective of one's own, whose
  // values also depend on the trial: see TrialObjective.
  [[nodiscard]] double of(const Sample& sample) const;
  [[nodiscard]] bool is_energy() const { return name == "energy"; }
  [[nodiscard]] bool is_own() const;
  [[nodiscard]] bool is_maximised() const;
  [[nodiscard]] bool is_duration() const { return !is_energy() && !is_own(); }
  // The unit of the value; an objective of one's own has none.
  [[nodiscard]] const char* unit() const { return is_own() ? "" : is_energy() ? "J" : "s"; }
  // The objective that a worker measures: energy if the expression names joules, else time. Any
  // other objective is measured itself.
  [[nodiscard]] Objective measured() const;
  // NAME, or the expression without one; the name of any other objective.
  [[nodiscard]] std::string label() const;
  [[nodiscard]] std::string expression() const;  // "" unless it is one's own

  // The value with that cost, and the interval of values from one of costs.
  [[nodiscard]] double told(double cost) const { return is_maximised() ? 1 / cost : cost; }
  [[nodiscard]] Interval told(const Interval& cost) const;
};
// The objective of samples that another tool took by the clock that counts a process's own time,
// which is what their `seconds` are. assay does not measure this itself, and require_objective
// rejects it.
inline constexpr const char* foreign_cpu_time = "cpu-time";
// Throws usage Error naming the nearest objective if there is none called `name`, and for an
// expression that cannot be read.
void require_objective(const std::string& name);

// The mode of a result, what was measured and how, by which results are distinguished: "time warm",
// "energy warm".
[[nodiscard]] std::string mode_text(const Objective& objective, CacheMode cache);
[[nodiscard]] Objective objective_of_mode(const std::string& mode);
// Whether `text` chooses results of a mode: it is the mode, or the name or label of its objective.
[[nodiscard]] bool chooses_mode(const std::string& text, const std::string& mode);

}  // namespace assay
