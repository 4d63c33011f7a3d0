#include "framework/tune/turns.hpp"

#include <algorithm>

namespace assay {

void Turns::open() {
  {
    const std::lock_guard lock(mutex_);
    open_ = true;
  }
  changed_.notify_all();
}

void Turns::await(std::size_t member, Turn turn) {
  std::unique_lock lock(mutex_);
  if (turn == Turn::last) {
    become(member, State::ended);
    changed_.wait(lock,
                  [&] { return !any(State::away) && !any(State::waiting) && !any(State::acting); });
    return;
  }
  become(member, State::waiting);
  changed_.wait(lock, [&] { return may_act(member); });
  members_[member] = State::acting;
  latest_ = member;
  begun_ = true;
}

void Turns::leave(std::size_t member) {
  const std::lock_guard lock(mutex_);
  become(member, State::gone);
}

void Turns::become(std::size_t member, State state) {
  members_[member] = state;
  changed_.notify_all();
}

bool Turns::any(State state) const { return std::ranges::find(members_, state) != members_.end(); }

// Whether it is the member's turn: once all have arrived, the first waiting member after the
// latest.
bool Turns::may_act(std::size_t member) const {
  if (!open_ || any(State::away) || any(State::acting)) return false;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const std::size_t next = (latest_ + (begun_ ? 1 : 0) + k) % members_.size();
    if (members_[next] == State::waiting) return next == member;
  }
  return false;
}

}  // namespace assay
