#pragma once

#include <memory>
#include <string>
#include <vector>

#include "framework/supervisor/client.hpp"

namespace assay {

// A worker that a command started, on this host or on another one.
struct TeamWorker {
  std::string command;
  WorkerOptions options;  // including its station: how to start more processes on its host
  std::unique_ptr<WorkerClient> client;
};

// Workers of one machine, or of several machines that are alike: one fingerprint, and the same
// builds of the same plugins. They share the work of one search. Never empty.
struct Team {
  std::vector<TeamWorker> workers;

  [[nodiscard]] const Catalog& catalog() const { return workers.front().client->catalog(); }
  [[nodiscard]] std::string fingerprint() const { return catalog().machine.fingerprint(); }
  // A readable name, since nobody knows fingerprints by heart: "NVIDIA H200", or the CPU if the
  // machine has no other device.
  [[nodiscard]] std::string label() const;
};

struct StartedTeams {
  std::vector<Team> teams;            // in order of their first commands
  std::vector<std::string> left_out;  // a line per command without a usable worker, with the remedy
};

// Starts a worker with each of the commands, all at once, and groups the workers. Only the limits
// and the kernels in `options` are used; command and folders are ignored, because a worker from
// another host has its own.
[[nodiscard]] StartedTeams start_teams(const std::vector<std::string>& commands,
                                       const WorkerOptions& options);

}  // namespace assay
