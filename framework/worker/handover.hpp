#pragma once

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "framework/worker/descriptor.hpp"

namespace assay {

struct InstanceKey;

// What a worker created and others of this host may take over.
struct SnapshotOffer {
  std::string key;   // the worker's own: what the instance was created from
  std::string path;  // under which it is found while this process lives
};

// The instances of a supervisor, created once for all its workers on this host: a worker that
// created one leaves a snapshot here, and those after it find it offered. Nothing is left behind
// when the supervisor ends, killed or not: snapshots have no name in any file system.
//
// Snapshots take memory of the host: those used last are kept, up to a quarter of it all. Any
// thread may call.
class Handover {
 public:
  // What has been kept of an instance; builds of a plugin have one each.
  [[nodiscard]] std::vector<SnapshotOffer> offers(const InstanceKey& instance);
  // Keeps what a worker says it made. Where it cannot be opened, instances are created as before.
  void keep(const InstanceKey& instance, const SnapshotOffer& made);

  // The plugins' files that a worker needed for `what`, so that the next one loads no others;
  // absent where none has said so yet.
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
