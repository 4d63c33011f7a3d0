#pragma once

#include <algorithm>
#include <cstddef>
#include <future>
#include <vector>

#include "framework/core/usable_cpus.hpp"

namespace assay {

// Divides 0 .. total - 1 among `threads` threads, in shares of at least `fewest`, each a multiple
// of it but the last, calls `work(first, last)` for each, and then `take` with what they returned,
// in order. What is thrown by one of them is thrown. The first share is the calling thread's, which
// starts no other where there is only one; those that it starts, in tens of microseconds each, have
// ended when this returns or throws. How many shares there are depends on the machine, so results
// may not: what `take` makes of them must be the same wherever they begin.
template <class Work, class Take>
void share_out(std::size_t total, std::size_t fewest, const Work& work, const Take& take,
               std::size_t threads = usable_cpus().size()) {
  const std::size_t units = total / fewest;
  const std::size_t shares = std::clamp<std::size_t>(units, 1, std::max<std::size_t>(threads, 1));
  const auto begin_of = [&](std::size_t share) {
    return share == shares ? total : units * share / shares * fewest;
  };
  // Where no thread can be had, a share is done when its result is asked for.
  constexpr auto either = std::launch::async | std::launch::deferred;
  std::vector<std::future<decltype(work(total, total))>> others;
  for (std::size_t share = 1; share < shares; ++share) {
    others.push_back(std::async(either, work, begin_of(share), begin_of(share + 1)));
  }
  take(work(0, begin_of(1)));
  for (auto& other : others) take(other.get());
}

// Divides work that returns nothing, as share_out() does.
template <class Work>
void do_in_shares(std::size_t total, std::size_t fewest, const Work& work,
                  std::size_t threads = usable_cpus().size()) {
  struct Nothing {};
  const auto do_share = [&](std::size_t first, std::size_t last) {
    work(first, last);
    return Nothing{};
  };
  share_out(
      total, fewest, do_share, [](Nothing) {}, threads);
}

}  // namespace assay
