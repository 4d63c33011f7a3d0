#include "framework/worker/instance_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/protocol/shared_memory.hpp"

namespace assay {
namespace {

// A key made of all that an instance is created from. Another build of its plugin may create
// another one, and relative paths in its arguments start at the data folder.
std::string key_of(const LoadedProblem& problem, const Bindings& arguments,
                   const HostResources& resources) {
  const ProblemDescription& description = problem.description;
  return fmt::format("{} {} {} {}", description.name, canonical_text(arguments),
                     description.build_id, resources.data_folder.string());
}

void warn_of(const char* what, const std::exception& error) {
  fmt::print(stderr, "warning: {}: {}\n", what, error.what());
}

}  // namespace

Instance& InstanceCache::get(const std::string& problem, const Bindings& arguments,
                             const Announce& announce, const InstanceSharing* sharing) {
  const LoadedProblem& loaded = plugins_.problem(problem);
  const Bindings complete = bind_arguments(loaded.description, arguments);
  const std::string key = key_of(loaded, complete, resources_);
  if (!entries_.empty() && entries_.front().key != key) entries_.front().instance->free_memory();
  const auto known = std::ranges::find(entries_, key, &Entry::key);
  if (known != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, known);
    return *entries_.front().instance;
  }
  // Room is made first: the next instance may be as large as all others together.
  if (entries_.size() >= capacity) entries_.pop_back();
  std::unique_ptr<Instance> instance;
  if (sharing != nullptr) instance = take_over(loaded, key, *sharing);
  if (instance == nullptr) {
    instance = create(loaded, complete, announce);
    if (sharing != nullptr && instance->can_be_handed_on()) {
      announce(Stage::reference);
      instance->prepare_reference();
      instance = share(std::move(instance), loaded, key, *sharing);
    }
  }
  entries_.push_front({key, std::move(instance)});
  return *entries_.front().instance;
}

std::unique_ptr<Instance> InstanceCache::take_over(const LoadedProblem& problem,
                                                   const std::string& key,
                                                   const InstanceSharing& sharing) const {
  const auto offer = std::ranges::find(sharing.offers, key, &SnapshotOffer::key);
  if (offer == sharing.offers.end()) return nullptr;
  try {
    return std::make_unique<Instance>(problem, Snapshot(key, open_sealed(offer->path)),
                                      host_device_, resources_);
  } catch (const std::exception& error) {
    warn_of("an instance is created again, because it cannot be taken over", error);
    return nullptr;
  }
}

std::unique_ptr<Instance> InstanceCache::create(const LoadedProblem& problem,
                                                const Bindings& arguments,
                                                const Announce& announce) const {
  announce(Stage::instance);
  return std::make_unique<Instance>(problem, arguments, host_device_, resources_);
}

std::unique_ptr<Instance> InstanceCache::share(std::unique_ptr<Instance> created,
                                               const LoadedProblem& problem, const std::string& key,
                                               const InstanceSharing& sharing) const {
  Descriptor memory;
  try {
    memory = created->hand_on(key);
  } catch (const std::exception& error) {
    warn_of("an instance cannot be handed on to other processes", error);
    return created;
  }
  created.reset();  // before its inputs are mapped: a memory limit counts both
  Snapshot snapshot(key, std::move(memory));
  const SnapshotOffer made{key, snapshot.path()};
  auto instance =
      std::make_unique<Instance>(problem, std::move(snapshot), host_device_, resources_);
  sharing.made(made);
  return instance;
}

void InstanceCache::drop(const Instance& instance) {
  entries_.remove_if([&](const Entry& entry) { return entry.instance.get() == &instance; });
}

}  // namespace assay
