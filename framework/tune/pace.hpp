#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "framework/scenario/plan.hpp"
#include "framework/tune/trial_lanes.hpp"

namespace assay {

// How many trials a search has under way at once. Few: a proposal should know the results of those
// before it. But no device should wait for a compiler, and no compiler for a proposal.
class Pace {
 public:
  // Whether trials are measured on the cores that compile, or on a device of their own.
  enum class Cores { separate, shared };

  // The pace of trials that nothing compiles: one for each of the lanes, and with several lanes one
  // more for each further lane, so that a slow lane holds up no other.
  [[nodiscard]] static Pace uncompiled(std::size_t lanes);
  // The pace of trials that are compiled first. It follows from what trials took so far: so many
  // compile at once that the device need not wait, or that samples are what takes the time where
  // compilers stand still meanwhile. Until that is known, a tenth of the budget compiles.
  [[nodiscard]] static Pace compiled(const TrialLanes& lanes, Cores cores, std::uint64_t budget);
  // The pace for a search of these contenders.
  [[nodiscard]] static Pace of(std::span<const Contender> contenders, const TrialLanes& lanes,
                               std::uint64_t budget);

  // This pace, made for searches that can be repeated trial by trial: it no longer depends on the
  // time that anything takes, and results count in the order of their proposals.
  [[nodiscard]] Pace reproducible() const;

  // How many trials may be under way.
  [[nodiscard]] std::size_t depth() const;
  // Whether results count in the order of their proposals, rather than as they arrive.
  [[nodiscard]] bool in_order() const { return in_order_; }

  // Learns how long it took until one trial was compiled, or for how long it kept its device busy.
  void note_compiled(double seconds) { compile_.note(seconds); }
  void note_measured(double seconds) { measure_.note(seconds); }

 private:
  // The mean of what was noted, the latest counting most.
  class Mean {
   public:
    void note(double seconds);
    [[nodiscard]] bool known() const;
    [[nodiscard]] double seconds() const { return seconds_; }

   private:
    double seconds_ = 0;
    std::size_t count_ = 0;
  };

  std::size_t lanes_ = 1;
  std::size_t beside_ = 1;    // trials of each lane besides those counted as compiling
  std::size_t at_first_ = 0;  // trials of each lane that compile until the times are known
  std::size_t most_ = 0;      // trials of each lane that compile at most
  bool learns_ = false;
  bool in_order_ = false;
  Mean compile_;
  Mean measure_;
};

}  // namespace assay
