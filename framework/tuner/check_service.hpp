// Lets a program verify the outputs of kernels that run in worker processes.
#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "assay/tuner.hpp"

namespace assay {

// Answers, on a thread of its own, the command by which workers have outputs verified
// (VerifyDescription). Command and service meet at named pipes in a folder: the command writes the
// name of a pipe for the answer and the outputs' files into `ask`, a line each, and a line with a
// dot.
class CheckService {
 public:
  using Check = std::function<double(const Outputs&)>;

  // The time that one check may take.
  static constexpr double most_seconds = 3600;
  // The command, for workers whose data folder is the service's. It is the same for each run of one
  // build of the program, so that a store remembers; `program` tells builds apart.
  [[nodiscard]] static std::string command(const std::vector<std::string>& outputs,
                                           const std::string& program);

  // The folder is empty of other services. Sets `stop` when the check throws. Throws environment
  // Error if the folder cannot hold a pipe.
  CheckService(std::filesystem::path folder, std::vector<std::string> outputs, Check check,
               std::atomic<bool>& stop);
  ~CheckService();
  CheckService(const CheckService&) = delete;
  CheckService& operator=(const CheckService&) = delete;

  // Throws what the check threw first, if it threw.
  void rethrow();

 private:
  void serve();
  void answer(const std::vector<std::string>& lines);
  [[nodiscard]] std::string verdict(const std::vector<std::string>& files);
  void note_thrown();
  void send(const std::string& pipe, const std::string& text);

  std::filesystem::path folder_;
  std::vector<std::string> outputs_;
  Check check_;
  std::atomic<bool>& stop_tuning_;
  int asked_ = -1;  // the pipe `ask`
  int stop_[2] = {-1, -1};
  std::deque<int> answered_;  // pipes that may not have been read yet
  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace assay
