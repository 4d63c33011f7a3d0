// A worker process as its supervisor talks to it: started when something is asked, replaced when it
// is lost.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "framework/core/trial.hpp"
#include "framework/worker/client.hpp"
#include "framework/worker/limits.hpp"
#include "framework/worker/process.hpp"

namespace assay {

// The call in flight is lost, and the worker with it.
struct WorkerLost {
  TrialStatus status;  // timeout or crash
  std::string message;
  int attempts;  // that such a call is worth
  // By somebody or something else, so that it tells nothing of what the worker was at.
  bool from_outside = false;
};

// One call at a time; interrupt() and tell() come from any thread. As in WorkerClient, the thread
// that makes the calls must live as long as the worker.
class Conversation {
 public:
  explicit Conversation(WorkerOptions options);
  ~Conversation() { stop(); }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  [[nodiscard]] const WorkerOptions& options() const { return options_; }
  // Whether there is a process: after an Error none means that it is no answer of the worker's.
  [[nodiscard]] bool has_worker() const { return child_ != nullptr; }

  // Sends a request, to a worker that is started where there is none, and returns what it answers
  // with. Throws WorkerLost, the Error that the worker replied with, or environment Error where
  // none can be started or reached.
  nlohmann::json call(const char* verb, nlohmann::json request, Limit& limit);
  // As call, of an instance that the worker may take over from another one.
  nlohmann::json call_for(const InstanceKey& instance, const char* verb, nlohmann::json request,
                          Limit& limit);
  // What `read` makes of an answer. A worker whose answer is none of its kind, or cannot be true,
  // is lost: what `read` throws becomes WorkerLost.
  template <class Read>
  auto understand(Read&& read);
  // Makes calls, and makes them once more with a fresh worker where one was lost.
  template <class Calls>
  auto persist(Calls&& calls);

  // Who is asked when the worker wants a turn, and whether it is stopped while it waits for
  // another.
  void set_turns(AwaitTurn await_turn, bool rests_between_turns);
  // Starts a worker where there is none. Throws environment Error where none can be started.
  void start();
  void stop();
  // Stops the process where it is until the next call.
  void rest();
  // Sends what is not answered, if there is a worker.
  void tell(const nlohmann::json& message);
  // Kills the worker, so that the call in flight ends as a crash and is not made again.
  void interrupt();

 private:
  void launch();
  std::string name() const;
  void bring_kernels();
  nlohmann::json exchange(const char* verb, nlohmann::json request, Limit& limit);
  bool send(const nlohmann::json& request);
  nlohmann::json await(std::int64_t id, Limit& limit);
  // Takes in a message that is no answer yet; false of an answer.
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
  bool resting_ = false;     // until the next call
  std::string plugins_key_;  // what tells calls apart that need other plugins
  int answers_ = 0;          // of the child, to calls

  // Between those who start, stop and address the child and those who do so from other threads.
  std::mutex replacing_;
  std::unique_ptr<WorkerProcess> child_;
  std::atomic<bool> interrupted_ = false;
};

template <class Read>
auto Conversation::understand(Read&& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw;  // memory that is short here is no word of the worker's
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
