#include "framework/worker/dispatched_variant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/decision/fit.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/host/context.hpp"

namespace assay {
namespace {

constexpr const char* version = "file";  // the build id tells contents apart

auto types_of(const assay_variant& variant) {
  return has_member(variant, &assay_variant::types) ? variant.types : nullptr;
}

// The task with the configuration of a pair.
assay_task with_configuration(assay_task task, const BindingsView& configuration) {
  task.configuration = configuration.data();
  task.configuration_count = configuration.size();
  return task;
}

// Has the message of a failure say which pair failed.
assay_status told_of(const std::string& pair, assay_context& context, assay_status status) {
  if (status == ASSAY_OK) return status;
  context.set_message(fmt::format("{}: {}", pair, context.take_message()));
  return status;
}

}  // namespace

// Only this process's host calls these functions, and it catches what they throw.
struct DispatchedVariant::Trial {
  const DispatchedVariant& variant;
  decision::FeatureValues input;
  assay_trial* trial = nullptr;  // of the pair that is chosen for `input`

  static Trial& of(assay_trial* trial) { return *reinterpret_cast<Trial*>(trial); }
  [[nodiscard]] const assay_variant& chosen() const {
    return *variant.parts_[variant.decision_.choose(input)].plugin;
  }
};

DispatchedVariant::Part::Part(const decision::Pair& pair, const LoadedVariant& variant)
    : label(label_of(pair)),
      plugin(variant.plugin),
      description(variant.description),
      configuration(bind_configuration(fmt::format("variant '{}'", pair.variant),
                                       description.parameters, pair.configuration)),
      bound(configuration) {}

DispatchedVariant::DispatchedVariant(const DispatcherFile& file, decision::Decision decision,
                                     std::span<const LoadedVariant* const> variants)
    : name_(file.name), decision_(std::move(decision)) {
  require_one_device(decision_);
  Hasher hasher;
  hasher.text(file.text);
  for (std::size_t j = 0; j < variants.size(); ++j) {
    parts_.emplace_back(decision_.pairs[j], *variants[j]);
    hasher.text(variants[j]->description.build_id);
  }
  description_ = {std::filesystem::path(file.file).filename().string(), version, hasher.hex(),
                  file.file};
  std::vector<std::string> features;
  for (const auto& feature : decision_.features) features.push_back(feature.name);
  doc_ = fmt::format("Chooses one of {} pairs by {}, as {} says.", parts_.size(),
                     fmt::join(features, ", "), file.file);
  describe_entry(variants);
  set_preparation();
  set_repetition();
  plugin_ = {ASSAY_ABI_VERSION,
             sizeof(assay_plugin),
             description_.name.c_str(),
             version,
             nullptr,
             0,
             entries_,
             1};
}

void DispatchedVariant::describe_entry(std::span<const LoadedVariant* const> variants) {
  entry_.owner = this;
  entry_.size = sizeof(assay_variant);
  entry_.name = name_.c_str();
  entry_.problem = decision_.problem.c_str();
  entry_.doc = doc_.c_str();
  entry_.backend = parts_.front().plugin->backend;
  entry_.outputs_are_copies = 1;
  for (const LoadedVariant* variant : variants) {
    entry_.queues = std::max(entry_.queues, variant->plugin->queues);
    if (!variant->promises_copies()) entry_.outputs_are_copies = 0;
    if (variant->description.limits) entry_.limits = 1;
  }
}

bool DispatchedVariant::any_has(const std::function<bool(const assay_variant&)>& function) const {
  return std::ranges::any_of(parts_, [&](const Part& part) { return function(*part.plugin); });
}

void DispatchedVariant::set_preparation() {
  if (any_has([](const assay_variant& variant) { return variant.compile != nullptr; })) {
    entry_.compile = [](const assay_variant* self, const assay_host* host, assay_context* context,
                        const assay_task* task) {
      const Part* part = part_for(self, *context, *task);
      if (part == nullptr || part->plugin->compile == nullptr) return ASSAY_OK;
      const assay_task own = with_configuration(*task, part->bound);
      return told_of(part->label, *context,
                     part->plugin->compile(part->plugin, host, context, &own));
    };
  }
  if (any_has([](const assay_variant& variant) { return types_of(variant) != nullptr; })) {
    entry_.types = [](const assay_variant* self, const assay_host* host, assay_context* context,
                      const assay_task* task, assay_types* types) {
      const Part* part = part_for(self, *context, *task);
      const auto types_of_part = part == nullptr ? nullptr : types_of(*part->plugin);
      if (types_of_part == nullptr) return ASSAY_OK;
      const assay_task own = with_configuration(*task, part->bound);
      return told_of(part->label, *context,
                     types_of_part(part->plugin, host, context, &own, types));
    };
  }
  entry_.prepare = prepare;
  entry_.destroy = [](assay_trial* trial) {
    const std::unique_ptr<Trial> own(&Trial::of(trial));
    own->chosen().destroy(own->trial);
  };
}

void DispatchedVariant::set_repetition() {
  if (any_has([](const assay_variant& variant) { return variant.restore != nullptr; })) {
    entry_.restore = [](assay_trial* trial) {
      const assay_variant& chosen = Trial::of(trial).chosen();
      return chosen.restore == nullptr ? ASSAY_OK : chosen.restore(Trial::of(trial).trial);
    };
  }
  // Walks through the tree each time, as the program does that calls the library.
  entry_.run = [](assay_trial* trial) {
    return Trial::of(trial).chosen().run(Trial::of(trial).trial);
  };
  if (any_has([](const assay_variant& variant) { return variant.outputs != nullptr; })) {
    entry_.outputs = [](assay_trial* trial) {
      const assay_variant& chosen = Trial::of(trial).chosen();
      return chosen.outputs == nullptr ? ASSAY_OK : chosen.outputs(Trial::of(trial).trial);
    };
  }
}

assay_status DispatchedVariant::prepare(const assay_variant* self, const assay_host* host,
                                        assay_context* context, const assay_task* task,
                                        assay_trial** trial) {
  const DispatchedVariant& owner = *static_cast<const Entry*>(self)->owner;
  const decision::Decision& decision = owner.decision_;
  auto made = std::make_unique<Trial>(
      Trial{owner, owner.input_of(bindings_of({task->arguments, task->argument_count}),
                                  context->instance_facts())});
  const std::size_t chosen = decision.choose(made->input);
  const Part& part = owner.parts_[chosen];
  host->trial_fact(context, "chosen_pair", static_cast<double>(chosen), "");
  const assay_task own = with_configuration(*task, part.bound);
  const assay_status status = part.plugin->prepare(part.plugin, host, context, &own, &made->trial);
  if (status == ASSAY_OK) *trial = reinterpret_cast<assay_trial*>(made.release());
  return told_of(part.label, *context, status);
}

decision::FeatureValues DispatchedVariant::input_of(const Bindings& arguments,
                                                    std::span<const Fact> facts) const {
  Bindings known;
  for (const Fact& fact : facts) known.emplace_back(fact.name, fact.value);
  for (const auto& feature : decision_.features) {
    if (!feature.is_fact || find(known, feature.name) != nullptr) continue;
    throw usage_error("it chooses by the fact '{}', which this instance does not have",
                      feature.name);
  }
  return values_of(decision_.features, arguments, known);
}

const DispatchedVariant::Part& DispatchedVariant::part_for(const Bindings& arguments,
                                                           std::span<const Fact> facts) const {
  return parts_[decision_.choose(input_of(arguments, facts))];
}

const DispatchedVariant::Part* DispatchedVariant::part_for(const assay_variant* self,
                                                           const assay_context& context,
                                                           const assay_task& task) {
  const DispatchedVariant& owner = *static_cast<const Entry*>(self)->owner;
  const bool asks_for_facts =
      std::ranges::any_of(owner.decision_.features, &decision::Feature::is_fact);
  if (asks_for_facts && context.instance_facts().empty()) return nullptr;
  return &owner.part_for(bindings_of({task.arguments, task.argument_count}),
                         context.instance_facts());
}

std::vector<std::string> DispatchedVariant::builds() const {
  std::vector<std::string> builds;
  for (const Part& part : parts_) builds.push_back(part.description.build_id);
  return builds;
}

std::string DispatchedVariant::why_excluded(const Bindings& arguments,
                                            const std::vector<Fact>& facts,
                                            const DeviceDescription& device) const {
  const Part& part = part_for(arguments, facts);
  std::map<std::string, Value> constants;
  for (const auto& [name, value] : device.facts) constants[name] = value;
  for (const auto& [name, value] : arguments) constants[name] = value;
  for (const Fact& fact : facts) constants[fact.name] = fact.value;
  const std::string why = assay::why_excluded(part.configuration, part.description.parameters,
                                              part.description.constraints, std::move(constants));
  return why.empty() ? "" : fmt::format("the pair {} is {}", part.label, why);
}

std::vector<std::shared_ptr<const DispatchedVariant>> dispatched_variants(
    const DispatcherFile& file, const decision::Decision& decision,
    std::span<const LoadedProblem> problems, std::span<const LoadedVariant> variants) {
  Catalog catalog;
  for (const LoadedProblem& problem : problems) catalog.problems.push_back(problem.description);
  std::map<std::string, std::vector<const LoadedVariant*>> builds;  // by the variant's name
  for (const LoadedVariant& variant : variants) {
    if (variant.dispatched != nullptr) continue;  // no dispatcher of dispatchers
    catalog.variants.push_back(variant.description);
    if (variant.description.problem == decision.problem) {
      builds[variant.description.name].push_back(&variant);
    }
  }
  require_fit(decision, catalog);
  std::size_t most = 0;
  for (const auto& pair : decision.pairs) most = std::max(most, builds.at(pair.variant).size());
  std::vector<std::shared_ptr<const DispatchedVariant>> made;
  for (std::size_t k = 0; k < most; ++k) {
    std::vector<const LoadedVariant*> of_pairs;
    for (const auto& pair : decision.pairs) {
      const auto& loaded = builds.at(pair.variant);
      of_pairs.push_back(loaded[std::min(k, loaded.size() - 1)]);
    }
    made.push_back(std::make_shared<const DispatchedVariant>(file, decision, of_pairs));
  }
  return made;
}

}  // namespace assay
