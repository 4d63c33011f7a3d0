#pragma once

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "framework/protocol/descriptor.hpp"

namespace assay {

struct InstanceKey;
struct SnapshotOffer;

// The instances of a supervisor, created once for all its workers on this host: a worker that
// creates an instance leaves a snapshot here, which is offered to the workers after it. Nothing is
// left behind when the supervisor ends, killed or not: snapshots have no name in any file system.
//
// Snapshots take memory of the host: those used most recently are kept, up to a quarter of the
// host's memory. Any thread may call.
class Handover {
 public:
  // The snapshots kept of an instance; each build of a plugin has one of its own.
  [[nodiscard]] std::vector<SnapshotOffer> offers(const InstanceKey& instance);
  // Keeps a snapshot that a worker says it made. One that cannot be opened is not kept, and workers
  // go on to create the instance.
  void keep(const InstanceKey& instance, const SnapshotOffer& made);

  // The files of the plugins that a worker needed for `what`, so that the next worker loads no
  // others; absent where no worker has reported them yet.
  [[nodiscard]] std::optional<std::vector<std::string>> plugins_for(const std::string& what);
  void keep_plugins(const std::string& what, std::vector<std::string> files);

 private:
  struct Kept {
    std::string instance;
    std::string key;
    Descriptor memory;
  };
  void make_room();

  std::mutex mutex_;
  std::list<Kept> kept_;  // most recently used first
  std::map<std::string, std::vector<std::string>> plugins_;
};

}  // namespace assay
