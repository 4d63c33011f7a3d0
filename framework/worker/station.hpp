#pragma once

#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "framework/worker/inboxes.hpp"
#include "framework/worker/process.hpp"

namespace assay {

// The far end of one connection to a host: it starts, feeds and ends worker processes there, as
// many as are asked for. So a fresh process needs no new login or allocation, what is killed is
// killed there, and what compiles ahead does so where the device is.
//
// All processes are lost when the connection is; the station then ends what it started.
class Station : public std::enable_shared_from_this<Station> {
 public:
  // Runs `command` by the shell and waits for the greeting of `assay worker`, at most
  // `start_seconds`. Throws environment Error that names the command and the cure.
  static std::shared_ptr<Station> connect(const std::string& command, double start_seconds);
  ~Station();
  Station(const Station&) = delete;
  Station& operator=(const Station&) = delete;

  [[nodiscard]] const std::string& command() const { return command_; }

  // A worker process at the far end. `memory_gib` as in WorkerOptions, of that host. Any thread.
  std::unique_ptr<WorkerProcess> start(double memory_gib);

 private:
  friend class StationLink;

  Station(std::string command, double start_seconds);
  void listen();
  void hear(const std::string& line);
  void lose();
  bool send(const nlohmann::json& message);
  bool answers();

  std::string command_;
  std::optional<ChildProcess> connection_;
  std::mutex sending_;
  Inboxes inboxes_;
  std::thread listener_;
};

// Serves one supervisor over standard input and output (protocol.hpp): starts `command` as often as
// it is asked to. Returns the exit code of the process.
int run_station(const std::vector<std::string>& command);

}  // namespace assay
