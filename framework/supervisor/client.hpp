#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/pairs.hpp"
#include "framework/core/trial.hpp"
#include "framework/decision/dispatcher_file.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/protocol/requests.hpp"
#include "framework/protocol/stage.hpp"
#include "framework/protocol/verification.hpp"

namespace assay {

class Confinement;
class Handover;
class Station;
class WorkerProcess;
struct ArenaOffer;

// How a worker is started and what it may use. A worker on another host is started by a station,
// which has its own command, folders and plugins.
struct WorkerOptions {
  std::shared_ptr<Station> station = nullptr;  // where to start it; nullptr: on this host
  // To execute on this host: {".../bin/assay", "worker", ...}.
  std::vector<std::string> command = {};
  std::function<int()> serve = nullptr;  // if given, run in a copy of this process instead
  // If given, called to make the worker process, in place of all the above.
  std::function<std::unique_ptr<WorkerProcess>()> launch = nullptr;
  std::vector<std::filesystem::path> plugin_folders;
  std::filesystem::path cache_folder;
  std::filesystem::path data_folder;  // relative paths in instance arguments start here
  KernelFiles kernels;                // brought to each worker, in addition to its plugins' own
  std::vector<DispatcherFile> dispatchers;  // brought after the kernels
  double start_seconds = 60;                // limit for starting and describing
  double instance_seconds = 3600;  // limit for creating an instance, for its reference, for files
  // Shared by the workers of this host that together create each instance once; nullptr: only the
  // workers that one client has in succession do so.
  std::shared_ptr<Handover> handover = nullptr;
  double memory_gib = 0;  // limit of the worker's own memory; 0: nine tenths of the machine's
  // Restricts what processes on this host may reach; nullptr: they may reach whatever their user
  // may.
  std::shared_ptr<const Confinement> confinement = nullptr;
};

// The command line that starts a worker process on this host: the command with its folders.
[[nodiscard]] std::vector<std::string> command_line(const WorkerOptions& options);

// Returns when it is the trial's turn (protocol/stage.hpp).
using AwaitTurn = std::function<void(Turn)>;

// A worker process seen from its supervisor. Calls block; one thread at a time. A worker that
// crashes, hangs or breaks the protocol costs the call in flight and is replaced before the next
// one. A worker is also replaced after a trial that wrote out of bounds or met a device error: its
// state may be corrupt.
//
// The worker is killed when the thread that started it ends, so that nothing is left behind by a
// supervisor that was killed: make all calls from a thread that lives as long as the client.
// With ASSAY_WORKER_STDERR=1 in the environment the worker's standard error is passed on.
class WorkerClient {
 public:
  explicit WorkerClient(WorkerOptions options);
  ~WorkerClient();
  WorkerClient(const WorkerClient&) = delete;
  WorkerClient& operator=(const WorkerClient&) = delete;

  // Throws environment Error if the worker cannot be started.
  const Catalog& catalog();
  // Creates the instance in the worker (kept there for the trials to come) and describes it. Throws
  // usage or environment Error with the problem's own message.
  InstanceRecord open_instance(const InstanceKey& key);
  // Does the same without a reference, which compiling does not need: what computes it may be a
  // device that is not here, or take long.
  InstanceRecord describe_instance(const InstanceKey& key);
  // Reports failure only by TrialResult::status, except that it throws environment Error when the
  // worker cannot be restarted or the connection to its host is lost, which is no trial's fault.
  // `await_turn` is called before each turn of a request with turns; limits stand still meanwhile.
  TrialResult run_trial(const TrialRequest& request, AwaitTurn await_turn = nullptr);
  // Does what run_trial() does, with a status for each side. A worker that is lost fails both.
  PairedResult run_pairs(const PairRequest& request);
  // Compiles what run_trial() would, into the shared cache on disk. The status is ok or what went
  // wrong.
  TrialResult compile(const TrialRequest& request);
  // Judges the outputs in an arena as those of an instance, which is created if it does not exist
  // yet. `poison` is the byte that outputs were filled with. Throws what open_instance() throws.
  Verification verify(const InstanceKey& key, const ArenaOffer& arena, std::uint8_t poison);
  // Suspends the process, if there is one, until the next call: threads that spin for more work (of
  // OpenMP, of BLAS) then leave the cores to trials measured elsewhere.
  void rest();
  // Measures the device's peak rates, briefly.
  Peaks measure_peaks(const std::string& device);
  // Ends the worker; the next call starts a fresh one.
  void restart();
  // For other threads: makes the trial in flight end after its current sample, as `stopped`.
  // Without a trial in flight nothing happens, so it may have to be repeated.
  void stop_trial();
  // For other threads: suspends the worker, also one that is started later, until release(). Limits
  // stand still meanwhile.
  void hold();
  void release();
  // For other threads: ends the worker, so that the call in flight returns at once as a crash.
  void interrupt();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
