#include "tests/plugins/host/trials.hpp"
#include "tests/sanitized.hpp"

#include <algorithm>
#include <map>

#include "tests/catch.hpp"

namespace testing {

using namespace assay;

namespace {

WorkerOptions worker_options(const test::TemporaryFolder& folder) {
  WorkerOptions options;
  options.command = {ASSAY_TEST_WORKER};
  options.plugin_folders = {ASSAY_PLUGINS};
  options.cache_folder = folder.path() / "cache";
  return options;
}

// One method for each of them and each value of the parameter.
std::vector<Method> each_value(const std::vector<Method>& methods, const Parameter& parameter) {
  std::vector<Method> found;
  for (const Method& method : methods) {
    for (const Value& value : parameter.values) {
      found.push_back(method);
      found.back().set.emplace_back(parameter.name, value);
    }
  }
  return found;
}

}  // namespace

std::string Method::name() const {
  std::string text = variant->name;
  for (const auto& [parameter, value] : set) text += " " + to_string(value);
  return text;
}

Trials::Trials(std::string problem)
    : problem_(std::move(problem)), client_(worker_options(folder_)) {}

std::vector<Method> Trials::methods(const std::vector<std::string>& parameters,
                                    const std::vector<std::string>& backends) {
  std::vector<Method> found;
  const Catalog& catalog = client_.catalog();
  for (const auto& variant : catalog.variants) {
    if (variant.problem != problem_ || std::ranges::count(backends, variant.backend) == 0) continue;
    const auto device =
        std::ranges::find(catalog.devices, variant.backend, &DeviceDescription::backend);
    if (device == catalog.devices.end()) {
      WARN(variant.name << ": skipped, no device of " << variant.backend);
      continue;
    }
    std::vector<Method> methods{{&variant, &*device, {}}};
    for (const auto& parameter : variant.parameters) {
      if (std::ranges::count(parameters, parameter.name) > 0) {
        methods = each_value(methods, parameter);
      }
    }
    found.insert(found.end(), methods.begin(), methods.end());
  }
  return found;
}

const VariantDescription& Trials::variant(const std::string& name) {
  const auto& variants = client_.catalog().variants;
  const auto found = std::ranges::find(variants, name, &VariantDescription::name);
  REQUIRE(found != variants.end());
  return *found;
}

SearchSpace Trials::space(const Method& method, const Bindings& arguments,
                          const std::vector<Constraint>& more) {
  std::map<std::string, Value> constants;
  for (const auto& [name, value] : method.device->facts) constants[name] = value;
  const InstanceRecord instance = client_.open_instance({problem_, arguments});
  for (const auto& [name, value] : instance.arguments) constants[name] = value;
  for (const auto& fact : instance.facts) constants[fact.name] = fact.value;
  auto constraints = method.variant->constraints;
  constraints.insert(constraints.end(), more.begin(), more.end());
  return {method.variant->parameters, constraints, std::move(constants)};
}

std::vector<Method> Trials::swept_methods() {
  if (assay::test::sanitized()) return methods({}, {"cpu"});
  return methods({});
}

TrialResult Trials::run(const Method& method, const Bindings& arguments, Bindings configuration) {
  TrialRequest request;
  request.instance = {problem_, arguments};
  request.variant = method.variant->name;
  request.device = method.device->id;
  request.configuration = std::move(configuration);
  request.sampling.max_seconds = 0.01;
  request.sampling.max_samples = 1;
  return client_.run_trial(request);
}

TrialResult Trials::run_nearest(const Method& method, const Bindings& arguments,
                                const Bindings& more) {
  const SearchSpace all = space(method, arguments);
  Bindings set = method.set;
  set.insert(set.end(), more.begin(), more.end());
  const auto nearest = all.nearest(set);
  REQUIRE(nearest);
  return run(method, arguments, all.at(*nearest));
}

double fact(const TrialResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.facts, name, &Fact::name);
  return found == result.facts.end() ? -1 : found->value;
}

}  // namespace testing
