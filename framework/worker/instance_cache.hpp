#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "framework/protocol/requests.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/trial_runner.hpp"

namespace assay {

// The snapshots of an instance that a supervisor offers, and how it learns of a snapshot made here.
struct InstanceSharing {
  std::vector<SnapshotOffer> offers;
  std::function<void(const SnapshotOffer&)> made;
};

// Keeps the instances used most recently, since the trials of one instance come in a row.
class InstanceCache {
 public:
  InstanceCache(const PluginSet& plugins, device::Device& host_device,
                const HostResources& resources)
      : plugins_(plugins), host_device_(host_device), resources_(resources) {}

  // Returns an instance, valid until the next call. Announces the stages of creating it. For trials
  // (`sharing`), the instance is taken over from another process, or created with its reference,
  // handed on, and taken over here as well, even if there is no other process: so all trials find
  // their inputs in memory of one kind, which affects their times. Only where there is no room for
  // that, or where a check binds the instance to this process, the inputs are where the problem has
  // them.
  Instance& get(const std::string& problem, const Bindings& arguments, const Announce& announce,
                const InstanceSharing* sharing);
  // Forgets an instance, so that it is created anew when it is asked for again.
  void drop(const Instance& instance);
  // Forgets all instances.
  void clear() { entries_.clear(); }

 private:
  struct Entry {
    std::string key;
    std::unique_ptr<Instance> instance;
  };
  static constexpr std::size_t capacity = 3;

  [[nodiscard]] std::unique_ptr<Instance> take_over(const LoadedProblem& problem,
                                                    const std::string& key,
                                                    const InstanceSharing& sharing) const;
  [[nodiscard]] std::unique_ptr<Instance> create(const LoadedProblem& problem,
                                                 const Bindings& arguments,
                                                 const Announce& announce) const;
  // Hands on an instance that was created here, and takes it over again.
  [[nodiscard]] std::unique_ptr<Instance> share(std::unique_ptr<Instance> created,
                                                const LoadedProblem& problem,
                                                const std::string& key,
                                                const InstanceSharing& sharing) const;

  const PluginSet& plugins_;
  device::Device& host_device_;
  const HostResources& resources_;
  std::list<Entry> entries_;  // most recently used first
};

}  // namespace assay
