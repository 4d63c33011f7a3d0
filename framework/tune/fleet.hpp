#pragma once

#include <memory>
#include <string>
#include <vector>

#include "framework/worker/client.hpp"

namespace assay {

// A worker that a command started, here or elsewhere.
struct FleetWorker {
  std::string command;
  WorkerOptions options;  // with its station: how more processes are started beside it
  std::unique_ptr<WorkerClient> client;
};

// Workers of one machine, or of several that are alike: one fingerprint, and the same builds of the
// same plugins. They share the work of one search. Never empty.
struct Team {
  std::vector<FleetWorker> workers;

  [[nodiscard]] const Catalog& catalog() const { return workers.front().client->catalog(); }
  [[nodiscard]] std::string fingerprint() const { return catalog().machine.fingerprint(); }
  // For people, who know no fingerprint by heart: "NVIDIA H200", or the CPU where there is no more.
  [[nodiscard]] std::string label() const;
};

struct Fleet {
  std::vector<Team> teams;            // in order of their first commands
  std::vector<std::string> left_out;  // a line for each command that serves not, with the cure
};

// Starts a worker by each of the commands, all at once, and groups them. Of `options` limits and
// kernels count; command and folders do not, a worker from elsewhere has its own.
[[nodiscard]] Fleet assemble(const std::vector<std::string>& commands,
                             const WorkerOptions& options);

}  // namespace assay
