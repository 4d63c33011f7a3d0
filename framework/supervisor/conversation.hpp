// A supervisor's conversation with a worker process, which is started when something is asked and
// replaced when it is lost.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "framework/core/trial_status.hpp"
#include "framework/supervisor/client.hpp"
#include "framework/supervisor/limits.hpp"
#include "framework/supervisor/process.hpp"

namespace assay {

// Thrown when the call in flight is lost, and the worker with it.
struct WorkerLost {
  TrialStatus status;  // timeout or crash
  std::string message;
  int attempts;  // the number of times that such a call is worth making
  // Whether something other than the worker ended it, so that the loss says nothing about the call.
  bool from_outside = false;
};

// The conversation: one call at a time; interrupt(), tell(), hold() and release() may come from any
// thread. The thread that makes the calls must live as long as the worker, as in WorkerClient.
class Conversation {
 public:
  explicit Conversation(WorkerOptions options);
  ~Conversation() { stop(); }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  [[nodiscard]] const WorkerOptions& options() const { return options_; }
  // Whether there is a process: if there is none after an Error, the Error is no answer of the
  // worker.
  [[nodiscard]] bool has_worker() const { return child_ != nullptr; }

  // Sends a request to the worker, which is started if there is none, and returns its answer.
  // Throws WorkerLost, the Error that the worker replied with, or environment Error where no worker
  // can be started or reached.
  nlohmann::json call(const char* verb, nlohmann::json request, Limit& limit);
  // Does what call() does, for an instance that the worker may take over from another worker.
  nlohmann::json call_for(const InstanceKey& instance, const char* verb, nlohmann::json request,
                          Limit& limit);
  // Returns what `read` makes of an answer. If the answer is of the wrong kind or cannot be true,
  // the worker is lost: what `read` throws becomes WorkerLost.
  template <class Read>
  auto understand(Read&& read);
  // Makes calls, and makes them again with a fresh worker if a worker was lost.
  template <class Calls>
  auto persist(Calls&& calls);

  // Sets what is called when the worker asks for a turn, and whether the process is stopped while
  // it waits for a turn after its first.
  void set_turns(AwaitTurn await_turn, bool rests_between_turns);
  // Starts a worker where there is none. Throws environment Error where none can be started.
  void start();
  void stop();
  // Suspends the process until the next call.
  void rest();
  // Suspends the process, also one that is started later, until release(). The limits of calls
  // stand still meanwhile.
  void hold();
  void release();
  // For how many seconds the process was held during the latest call.
  [[nodiscard]] double held_seconds() const;
  // Sends a message that has no answer, if there is a worker.
  void tell(const nlohmann::json& message);
  // Kills the worker, so that the call in flight ends as a crash and is not made again.
  void interrupt();

 private:
  void launch();
  void wake();  // ends rest()
  std::string name() const;
  void bring_kernels();
  nlohmann::json exchange(const char* verb, nlohmann::json request, Limit& limit);
  bool send(const nlohmann::json& request);
  nlohmann::json await(std::int64_t id, Limit& limit);
  void greeted();
  // For how long the process was held since the last call of this function.
  [[nodiscard]] WorkerProcess::Clock::duration newly_held();
  // Handles a message that comes before the answer; false if it is the answer.
  bool is_on_the_way(const nlohmann::json& message, Limit& limit);
  void take_turn(Turn turn, Limit& limit);
  std::unique_ptr<WorkerProcess> take_child();
  [[noreturn]] void lose_crashed(const std::string& subject);
  [[noreturn]] void lose_silent(const Limit& limit);
  [[noreturn]] void lose_nonsense(const std::string& what);
  [[noreturn]] void lose(const WorkerProcess& gone, WorkerLost lost);
  std::string stage_text() const;

  WorkerOptions options_;
  std::int64_t last_id_ = 0;
  std::string stage_;     // of the trial in flight
  InstanceKey instance_;  // of the call in flight
  AwaitTurn await_turn_;
  bool rests_between_turns_ = false;
  bool resting_ = false;     // suspended until the next call
  std::string plugins_key_;  // differs between calls that need different plugins
  int answers_ = 0;          // number of calls that the child has answered

  // Held to start, stop and address the child, which other threads do as well.
  std::mutex replacing_;
  std::unique_ptr<WorkerProcess> child_;
  bool greeted_ = false;                                        // whether the child has started
  std::optional<WorkerProcess::Clock::time_point> held_since_;  // nothing: it is not held
  WorkerProcess::Clock::duration held_{0};                      // and not yet reported
  WorkerProcess::Clock::duration held_in_call_{0};
  std::atomic<bool> interrupted_ = false;
};

template <class Read>
auto Conversation::understand(Read&& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw;  // a lack of memory here is not the worker's fault
  } catch (const std::exception& error) {
    lose_nonsense(error.what());
  }
}

template <class Calls>
auto Conversation::persist(Calls&& calls) {
  for (int attempt = 1;; ++attempt) {
    try {
      return calls();
    } catch (const WorkerLost& lost) {
      if (attempt >= lost.attempts) throw;
    }
  }
}

}  // namespace assay
