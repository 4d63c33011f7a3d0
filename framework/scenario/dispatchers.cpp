#include "framework/scenario/dispatchers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/decision/fit.hpp"
#include "framework/kernel_file/sources.hpp"

namespace assay {
namespace {

using decision::Decision;
using decision::decision_from_json;

// The file may hold texts of any length.
Error dispatcher_error(const DispatcherFile& dispatcher, const std::string& message) {
  return usage_error("{}: '{}': {:.2000}", dispatcher.place, dispatcher.file, message);
}

Decision read_decision(DispatcherFile& dispatcher, const std::filesystem::path& folder) {
  try {
    dispatcher.text = read_source(folder / dispatcher.file);
  } catch (const Error& error) {
    throw dispatcher_error(dispatcher,
                           fmt::format("{}; the path starts from the scenario's folder, and "
                                       "`assay dispatch SCENARIO --output X.json` writes such "
                                       "files",
                                       error.what()));
  }
  try {
    return decision_from_json(dispatcher.text);
  } catch (const Error& error) {
    throw dispatcher_error(dispatcher, error.what());
  }
}

void require_problem(const DispatcherFile& dispatcher, const std::string& problem,
                     const Scenario& scenario) {
  std::vector<std::string> known;
  for (const InstanceSpec& instance : scenario.instances) {
    if (std::ranges::find(known, instance.problem) == known.end()) {
      known.push_back(instance.problem);
    }
  }
  if (std::ranges::find(known, problem) != known.end()) return;
  throw dispatcher_error(
      dispatcher, fmt::format("it is for the problem '{}', which the scenario does not have; {}",
                              problem, did_you_mean(problem, known)));
}

void require_free_name(const DispatcherFile& dispatcher, const std::string& problem,
                       const Scenario& scenario) {
  const auto same_name = [&](const DispatcherFile& other) {
    return &other != &dispatcher && other.name == dispatcher.name;
  };
  const auto same_kernel = [&](const KernelDescription& kernel) {
    return kernel.name == dispatcher.name && kernel.problem == problem;
  };
  if (std::ranges::none_of(scenario.dispatchers, same_name) &&
      std::ranges::none_of(scenario.kernels.kernels, same_kernel)) {
    return;
  }
  throw dispatcher_error(dispatcher,
                         fmt::format("another variant is called '{}': give each dispatcher a "
                                     "'name' of its own",
                                     dispatcher.name));
}

void require_plain_pairs(const DispatcherFile& dispatcher, const Decision& decision,
                         const Scenario& scenario) {
  for (const auto& pair : decision.pairs) {
    if (std::ranges::find(scenario.dispatchers, pair.variant, &DispatcherFile::name) ==
        scenario.dispatchers.end()) {
      continue;
    }
    throw dispatcher_error(dispatcher,
                           fmt::format("its pair {} is a dispatcher itself: give the other "
                                       "one another 'name'",
                                       label_of(pair)));
  }
}

// The [[variant]] of a dispatcher, or nullptr.
const VariantSpec* spec_of(const DispatcherFile& dispatcher, const Scenario& scenario) {
  const auto spec = std::ranges::find(scenario.variants, dispatcher.name, &VariantSpec::name);
  return spec == scenario.variants.end() ? nullptr : &*spec;
}

}  // namespace

std::vector<DispatcherFile> read_dispatchers(const TomlTable& top) {
  std::vector<DispatcherFile> dispatchers;
  for (const auto* table : top.one_or_more_tables("dispatcher")) {
    const TomlTable reader(*table, "dispatcher", {"file", "name"});
    DispatcherFile& dispatcher = dispatchers.emplace_back();
    dispatcher.place = location(*table) + " [[dispatcher]]";
    dispatcher.file = reader.required_text("file");
    reader.read("name", dispatcher.name);
  }
  return dispatchers;
}

void attach_dispatchers(Scenario& scenario, const std::filesystem::path& folder) {
  std::vector<Decision> decisions;
  for (DispatcherFile& dispatcher : scenario.dispatchers) {
    decisions.push_back(read_decision(dispatcher, folder));
    try {
      require_one_device(decisions.back());
    } catch (const Error& error) {
      throw dispatcher_error(dispatcher, error.what());
    }
    if (!dispatcher.name.empty()) continue;
    dispatcher.name = "dispatched." + backend_of(decisions.back().pairs.front());
  }
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    const DispatcherFile& dispatcher = scenario.dispatchers[k];
    const std::string& problem = decisions[k].problem;
    require_problem(dispatcher, problem, scenario);
    require_free_name(dispatcher, problem, scenario);
    require_plain_pairs(dispatcher, decisions[k], scenario);
    if (scenario.variants.empty() || spec_of(dispatcher, scenario) != nullptr) continue;
    scenario.variants.push_back({dispatcher.name, "", {}, {}, false, {problem}});
  }
}

void require_dispatchers(const Scenario& scenario, const Catalog& catalog,
                         std::set<std::string>& notes) {
  for (const DispatcherFile& dispatcher : scenario.dispatchers) {
    const VariantSpec* spec = spec_of(dispatcher, scenario);
    if (spec == nullptr && !scenario.variants.empty()) continue;
    const Decision decision = decision_from_json(dispatcher.text);
    try {
      require_fit(decision, catalog);
    } catch (const Error& error) {
      const Error placed = dispatcher_error(dispatcher, error.what());
      if (spec == nullptr || !spec->optional) throw placed;
      notes.insert(fmt::format("{} is left out: {}", dispatcher.name, placed.what()));
      continue;
    }
    for (const std::string& line : other_builds(decision, catalog)) {
      notes.insert(fmt::format("{}: '{}': {}", dispatcher.place, dispatcher.file, line));
    }
  }
}

void leave_out_dispatchers(Scenario& scenario) {
  const bool lists_variants = !scenario.variants.empty();
  for (const DispatcherFile& dispatcher : scenario.dispatchers) {
    std::erase_if(scenario.variants,
                  [&](const VariantSpec& spec) { return spec.name == dispatcher.name; });
  }
  if (lists_variants && scenario.variants.empty()) {  // an empty list would stand for all variants
    throw usage_error("{} has no variant but dispatchers, which choose from others",
                      scenario.file.string());
  }
  scenario.dispatchers.clear();
}

}  // namespace assay
