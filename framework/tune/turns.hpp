#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "framework/worker/stage.hpp"

namespace assay {

// Shares a device among trials that are measured beside each other: one at a time does anything on
// it. What a machine does to those who measure (a neighbour that comes and goes, a clock that
// sinks) lasts longer than a turn, so all of them meet it alike.
//
// Every member has a thread of its own, which calls `await` before each turn and `leave` at last.
// The turns go round in the order of the members' numbers. After its last one a member waits until
// nobody samples any more, and all end together.
class Turns {
 public:
  explicit Turns(std::size_t members) : members_(members) {}

  // Nobody has a turn before.
  void open();
  // Ends the member's turn, if it has one, and returns when it has the next.
  void await(std::size_t member, Turn turn);
  // Takes no further part. May be called at any time, and again.
  void leave(std::size_t member);

 private:
  enum class State { away, waiting, acting, ended, gone };

  void become(std::size_t member, State state);
  [[nodiscard]] bool any(State state) const;
  [[nodiscard]] bool may_act(std::size_t member) const;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  std::vector<State> members_;
  std::size_t latest_ = 0;  // who acts or did last
  bool begun_ = false;
};

}  // namespace assay
