#include "framework/scenario/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/scenario/dispatchers.hpp"

namespace assay {
namespace {

template <class Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

// The device that a variant runs on, or nullptr if the machine has none of its backend.
const DeviceDescription* choose_device(const VariantDescription& variant, const std::string& wanted,
                                       const Catalog& catalog) {
  if (!wanted.empty()) {
    const auto& device = catalog.device(wanted);
    if (device.backend == variant.backend) return &device;
    throw usage_error("variant '{}' needs a device of backend {}, but '{}' is of backend {}",
                      variant.name, variant.backend, device.id, device.backend);
  }
  for (const auto& device : catalog.devices) {
    if (device.backend == variant.backend) return &device;
  }
  return nullptr;
}

std::vector<Parameter> narrow(const VariantDescription& variant, const VariantSpec& spec) {
  const std::string owner = fmt::format("variant '{}'", variant.name);
  auto parameters = variant.parameters;
  for (const auto& [name, values] : spec.values) {
    std::vector<Value> narrowed;
    for (const auto& value : values) {
      narrowed.push_back(bind_listed(owner, parameters, {{name, value}}).front().second);
    }
    Parameter& parameter = *std::ranges::find(parameters, name, &Parameter::name);
    parameter.values = narrowed;
    if (std::ranges::find(narrowed, parameter.default_value) == narrowed.end()) {
      parameter.default_value = narrowed.front();
    }
  }
  return parameters;
}

// Why a device cannot serve the objective, with the remedy; "" if it can.
std::string why_unmeasurable(const DeviceDescription& device, const Objective& objective) {
  if (!objective.measured().is_energy() || device.facts.contains("energy_counter")) return "";
  const char* cure =
      device.backend == "cuda"
          ? "that takes NVML and a GPU of the Volta generation or newer (see `assay doctor`)"
      : device.backend == "cpu"
          ? "make the counters of its packages readable (on x86 with RAPL, run as root: chmod a+r "
            "/sys/class/powercap/intel-rapl:*/energy_uj)"
          : "OpenCL has no energy counter: measure variants for CUDA or the CPU, or choose the "
            "objective time";
  return fmt::format(
      "the objective '{}' needs a device with an energy counter, and {} ({}) has none to read; "
      "{}",
      objective.label(), device.id, device.name, cure);
}

// Adds the contenders of one [[variant]] (or of every variant, if there is none) on one problem. A
// variant that cannot be measured is an error if it was asked for by name.
void add_contenders(const VariantSpec& spec, const std::string& problem, const Catalog& catalog,
                    const Scenario& scenario, std::vector<Contender>& contenders,
                    std::set<std::string>& notes) {
  for (const auto* variant : catalog.variants_named(problem, spec.name)) {
    auto parameters = narrow(*variant, spec);  // first: mistakes are reported on any machine
    const auto* device = choose_device(*variant, spec.device, catalog);
    if (device == nullptr) {
      notes.insert(fmt::format("{} is left out: no {} device on this machine", variant->name,
                               variant->backend));
      continue;
    }
    if (auto why = why_unmeasurable(*device, scenario.objective); !why.empty()) {
      if (!scenario.variants.empty()) throw environment_error("{}: {}", variant->name, why);
      notes.insert(fmt::format("{} is left out: {}", variant->name, why));
      continue;
    }
    auto constraints = variant->constraints;
    constraints.insert(constraints.end(), spec.constraints.begin(), spec.constraints.end());
    contenders.push_back({*variant, *device, std::move(parameters), constraints});
  }
}

// Limits the size of a plan before memory runs out: every contender has its own copy of its space,
// so many instances of variants with many values add up.
class PlanSize {
 public:
  explicit PlanSize(const Scenario& scenario) : scenario_(scenario) {}

  void add(const Contest& contest) {
    for (const Contender& contender : contest.contenders) {
      values_ += least_values;
      for (const Parameter& parameter : contender.variant.parameters) {
        values_ += parameter.values.size();
      }
    }
    if (values_ <= most_values) return;
    throw usage_error(
        "{}: its instances and variants have more than {} values of parameters in all: give fewer "
        "instances, variants or values",
        scenario_.file.string(), most_values);
  }

 private:
  static constexpr std::size_t most_values = 5'000'000;
  static constexpr std::size_t least_values = 20;  // weight of a contender without parameters

  const Scenario& scenario_;
  std::size_t values_ = 0;
};

bool takes_part(const VariantSpec& spec, const std::string& problem) {
  return spec.problems.empty() ||
         std::find(spec.problems.begin(), spec.problems.end(), problem) != spec.problems.end();
}

bool offers(const Catalog& catalog, const std::string& problem, const std::string& variant) {
  return std::any_of(catalog.variants.begin(), catalog.variants.end(), [&](const auto& v) {
    return v.name == variant && (problem.empty() || v.problem == problem);
  });
}

bool listed(const Scenario& scenario, const std::string& variant) {
  return std::any_of(scenario.variants.begin(), scenario.variants.end(),
                     [&](const auto& spec) { return spec.name == variant; });
}

std::vector<std::string> known_variants(const Scenario& scenario, const Catalog& catalog) {
  auto names = names_of(catalog.variants);
  for (const auto& spec : scenario.variants) names.push_back(spec.name);
  return names;
}

// Checks that every variant exists. A variant may serve only some of the scenario's problems, but
// one that serves none is a mistake, unless the scenario says that it may be absent.
void require_variants(const Scenario& scenario, const Catalog& catalog,
                      std::set<std::string>& notes) {
  for (const auto& spec : scenario.variants) {
    for (const auto& problem : spec.problems) {
      const bool there = std::any_of(scenario.instances.begin(), scenario.instances.end(),
                                     [&](const auto& i) { return i.problem == problem; });
      if (!there) {
        throw usage_error(
            "'{}', the problem of a [[variant]], is not the problem of any [[instance]] of the "
            "scenario",
            problem);
      }
    }
    if (offers(catalog, "", spec.name)) continue;
    if (!spec.optional) {
      throw usage_error("there is no variant '{}' (named as [[variant]]); {}", spec.name,
                        did_you_mean(spec.name, names_of(catalog.variants)));
    }
    notes.insert(fmt::format("{} is left out: no loaded plugin provides it", spec.name));
  }
  const std::string& reference = scenario.reference;
  if (!reference.empty() && !offers(catalog, "", reference) && !listed(scenario, reference)) {
    throw usage_error("there is no variant '{}' (named as reference); {}", reference,
                      did_you_mean(reference, names_of(catalog.variants)));
  }
}

// Throws usage Error for arguments that the pattern's problem does not have.
void require_arguments(const InstancePattern& pattern, const std::string& place, const char* key,
                       const Catalog& catalog) {
  try {
    (void)bind_arguments(catalog.problem(pattern.problem), pattern.arguments);
  } catch (const Error& error) {
    throw usage_error("{}: '{}': {}", place, key, error.what());
  }
}

// Checks the variant of a figure. It may be optional and absent; if it exists, the figure may only
// name parameters that it has on the figure's problems.
void require_variant(const PublishedFigure& figure, const Scenario& scenario,
                     const Catalog& catalog) {
  const std::string& name = figure.variant;
  if (!name.empty() && !offers(catalog, "", name) && !listed(scenario, name)) {
    throw usage_error("{}: 'published.variant': there is no variant '{}'; {}", figure.place, name,
                      did_you_mean(name, known_variants(scenario, catalog)));
  }
  if (!figure.parameters.empty() && name.empty()) {
    throw usage_error("{}: 'published.parameters' belong to a variant: name it as 'variant'",
                      figure.place);
  }
  for (const auto& pattern : figure.instances) {
    if (name.empty() || !offers(catalog, pattern.problem, name)) continue;
    const auto& parameters = catalog.variants_named(pattern.problem, name).front()->parameters;
    try {
      static_cast<void>(
          bind_parameters(fmt::format("variant '{}'", name), parameters, figure.parameters));
    } catch (const Error& error) {
      throw usage_error("{}: 'published.parameters': {}", figure.place, error.what());
    }
  }
}

// Checks what the scenario alone could not check: arguments, variants and parameters by name.
void require_beside(const Scenario& scenario, const Catalog& catalog) {
  for (const auto& quantity : scenario.beside.derived) {
    for (const auto& pattern : quantity.instances) {
      require_arguments({pattern.problem, quantity.against}, quantity.place, "derived.against",
                        catalog);
    }
  }
  for (const auto& figure : scenario.beside.published) {
    for (const auto& pattern : figure.instances) {
      require_arguments(pattern, figure.place, "published", catalog);
    }
    require_variant(figure, scenario, catalog);
  }
}

// Checks that each argument named belongs to at least one of the scenario's problems; some may lack
// it.
void require_pareto(const Scenario& scenario, const Catalog& catalog) {
  for (const auto& [name, place] : scenario.pareto.across) {
    std::vector<std::string> known;
    for (const auto& instance : scenario.instances) {
      for (const auto& argument : catalog.problem(instance.problem).arguments) {
        if (std::find(known.begin(), known.end(), argument.name) == known.end()) {
          known.push_back(argument.name);
        }
      }
    }
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw usage_error(
        "{}: 'pareto.across' names '{}', which is not an argument of the problems; {}", place, name,
        did_you_mean(name, known));
  }
}

// A note on a reference that is itself a contender, whether chosen or assumed; otherwise "".
std::string reference_note(const ArrayProblemDescription& problem) {
  const ReferenceDescription& reference = problem.reference;
  if (!reference.kernel || !reference.kernel->competes) return "";
  if (reference.assumed) {
    return fmt::format(
        "{}: no reference is named, so outputs are compared with those of {} at its defaults: what "
        "passes only agrees with it; name a better reference as `reference` in [problem]",
        problem.name, reference.kernel->name);
  }
  return fmt::format(
      "{}: the reference '{}' competes itself: the scenario vouches for it, and nothing verifies "
      "it",
      problem.name, reference.kernel->name);
}

}  // namespace

Plan make_plan(const Scenario& scenario, const Catalog& catalog) {
  Plan plan;
  plan.notes = scenario.notes;
  std::set<std::string> notes;
  require_dispatchers(scenario, catalog, notes);
  require_variants(scenario, catalog, notes);
  PlanSize size(scenario);
  for (const auto& instance : scenario.instances) {
    const auto& problem = catalog.problem(instance.problem);
    Contest contest{problem.name, bind_arguments(problem, instance.arguments), {}};
    if (scenario.variants.empty()) {
      std::set<std::string> names;
      for (const auto* variant : catalog.variants_of(problem.name)) names.insert(variant->name);
      for (const auto& name : names) {
        add_contenders({name, "", {}, {}, false}, problem.name, catalog, scenario,
                       contest.contenders, notes);
      }
    }
    for (const auto& spec : scenario.variants) {
      if (takes_part(spec, problem.name) && offers(catalog, problem.name, spec.name)) {
        add_contenders(spec, problem.name, catalog, scenario, contest.contenders, notes);
      }
    }
    if (contest.contenders.empty()) {
      notes.insert(fmt::format("{}: no variant can run here", problem.name));
    }
    size.add(contest);
    plan.contests.push_back(std::move(contest));
  }
  plan.left_out.assign(notes.begin(), notes.end());
  for (const auto& problem : scenario.kernels.problems) {
    const std::string note = reference_note(problem);
    if (!note.empty()) notes.insert(note);
  }
  require_beside(scenario, catalog);
  require_pareto(scenario, catalog);
  plan.notes.insert(plan.notes.end(), notes.begin(), notes.end());
  // If the energy objective leaves no contender, that is an error rather than a note.
  if (scenario.objective.measured().is_energy()) require_contenders(plan);
  return plan;
}

void require_contenders(const Plan& plan) {
  const bool any = std::any_of(plan.contests.begin(), plan.contests.end(),
                               [](const auto& contest) { return !contest.contenders.empty(); });
  if (any) return;
  throw environment_error("nothing can be measured here: {}", fmt::join(plan.left_out, "; "));
}

}  // namespace assay
