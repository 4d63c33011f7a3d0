#pragma once

#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "framework/supervisor/inboxes.hpp"
#include "framework/supervisor/process.hpp"

namespace assay {

// The supervisor's side of one connection to a host: starts, feeds and ends worker processes there,
// as many as are asked for. So a fresh process needs no new login or allocation, a kill takes
// effect on that host, and compiling ahead is done where the device is.
//
// All processes are lost when the connection is; the far end then ends what it started.
class Station : public std::enable_shared_from_this<Station> {
 public:
  // Runs `command` in the shell and waits for the greeting of `assay worker`, at most
  // `start_seconds`. Throws environment Error that names the command and the cure.
  static std::shared_ptr<Station> connect(const std::string& command, double start_seconds);
  ~Station();
  Station(const Station&) = delete;
  Station& operator=(const Station&) = delete;

  [[nodiscard]] const std::string& command() const { return command_; }

  // Starts a worker process at the far end. `memory_gib` is that of WorkerOptions, for that host.
  // Any thread may call.
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
// the supervisor asks. Returns the exit code of the process.
int run_station(const std::vector<std::string>& command);

}  // namespace assay
