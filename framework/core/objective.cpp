#include "framework/core/objective.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

constexpr std::string_view phase_prefix = "phase:";
constexpr std::string_view minimise_prefix = "minimise ";
constexpr std::string_view maximise_prefix = "maximise ";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

bool is_identifier(std::string_view text) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  return !text.empty() && is_letter(static_cast<unsigned char>(text.front())) &&
         std::ranges::all_of(text,
                             [&](unsigned char c) { return is_letter(c) || std::isdigit(c); });
}

// An objective of one's own without its direction.
struct OwnObjective {
  std::string_view label;  // "" without a name
  std::string_view expression;
};

OwnObjective own_of(std::string_view name) {
  const std::string_view text = trimmed(name.substr(minimise_prefix.size()));
  const auto sign = text.find('=');
  const bool assigns = sign != std::string_view::npos && text.substr(sign, 2) != "==";
  const std::string_view label = assigns ? trimmed(text.substr(0, sign)) : std::string_view();
  if (!is_identifier(label)) return {"", text};
  return {label, trimmed(text.substr(sign + 1))};
}

bool names_joules(const std::string& expression) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(expression, names));
  return std::ranges::find(names, "joules") != names.end();
}

std::vector<std::string> phase_names(const Sample& sample) {
  std::vector<std::string> names;
  for (const auto& phase : sample.phases) names.push_back(phase.name);
  return names;
}

// The device time of a phase if there is any, else its host time. A phase may be entered several
// times in a sample: its parts add up.
double phase_seconds(const Sample& sample, const std::string& name) {
  bool found = false;
  double host = 0;
  double device = 0;
  for (const auto& phase : sample.phases) {
    if (phase.name != name) continue;
    found = true;
    host += phase.host_seconds;
    device += phase.device_seconds;
  }
  if (!found) {
    throw usage_error("the objective 'phase:{}' names no phase of the sample; {}", name,
                      did_you_mean(name, phase_names(sample)));
  }
  return device > 0 ? device : host;
}

}  // namespace

bool Objective::is_own() const {
  return name.starts_with(minimise_prefix) || name.starts_with(maximise_prefix);
}

bool Objective::is_maximised() const { return name.starts_with(maximise_prefix); }

Objective Objective::measured() const {
  if (!is_own()) return *this;
  return {names_joules(expression()) ? "energy" : "time", place};
}

std::string Objective::label() const {
  if (!is_own()) return name;
  const OwnObjective own = own_of(name);
  return std::string(own.label.empty() ? own.expression : own.label);
}

std::string Objective::expression() const {
  return is_own() ? std::string(own_of(name).expression) : "";
}

Interval Objective::told(const Interval& cost) const {
  if (!is_maximised()) return cost;
  return {1 / cost.median, 1 / cost.upper, 1 / cost.lower};
}

double Objective::of(const Sample& sample) const {
  if (name == "time" || name == foreign_cpu_time) return sample.seconds;
  if (name == "device-time") return sample.device_seconds;
  if (name.starts_with(phase_prefix))
    return phase_seconds(sample, name.substr(phase_prefix.size()));
  require_objective(name);
  if (is_own()) throw internal_error("the objective '{}' has no value without its trial", name);
  if (!sample.energy) throw usage_error("the sample has no energy");
  return sample.energy->joules_per_run();
}

void require_objective(const std::string& name) {
  if (const Objective own{name}; own.is_own()) {
    static_cast<void>(own.measured());  // reads the expression
    return;
  }
  const std::vector<std::string> known = {"time", "device-time", "energy"};
  if (name.starts_with(phase_prefix) || std::find(known.begin(), known.end(), name) != known.end())
    return;
  throw usage_error("there is no objective '{}'; {}", name,
                    did_you_mean(name, {"time", "device-time", "energy", "phase:NAME",
                                        "minimise EXPRESSION", "maximise EXPRESSION"}));
}

std::string mode_text(const Objective& objective, CacheMode cache) {
  return objective.name + " " + to_string(cache);
}

Objective objective_of_mode(const std::string& mode) { return {mode.substr(0, mode.rfind(' '))}; }

bool chooses_mode(const std::string& text, const std::string& mode) {
  const Objective objective = objective_of_mode(mode);
  return text == mode || text == objective.name || text == objective.label();
}

}  // namespace assay
