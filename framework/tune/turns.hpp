#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "framework/protocol/stage.hpp"

namespace assay {

// Shares a device among trials that are measured alongside each other: only one of them at a time
// does anything on the device. Disturbances of a machine (a neighbour that comes and goes, a clock
// that falls) last longer than a turn, so they affect all trials alike.
//
// Every member has a thread of its own, which calls `await` before each turn and `leave` at the
// end. The turns go round in the order of the members' numbers. After its last turn a member waits
// until nobody samples any more, and all end together.
class Turns {
 public:
  explicit Turns(std::size_t members) : members_(members) {}

  // Lets the turns begin; no member has a turn before that.
  void open();
  // Ends the member's turn, if it has one, and returns when it has its next turn.
  void await(std::size_t member, Turn turn);
  // Withdraws the member from the turns. May be called at any time and repeatedly.
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
  std::size_t latest_ = 0;  // the member that acts or acted last
  bool begun_ = false;
};

}  // namespace assay
