#pragma once

#include <string>

namespace assay {

// The steps of a trial, so that a supervisor can limit each.
enum class Stage {
  instance,   // creating the instance
  reference,  // computing the reference
  compile,
  prepare,
  run,     // the first repetition and its verification
  sample,  // warm-up and timed repetitions
  verify,  // one more repetition with outputs poisoned anew, and its verification
  keep,    // its outputs are written to files, if that is asked for
  finish,  // the variant cleans up
};
[[nodiscard]] const char* to_string(Stage stage);
[[nodiscard]] Stage stage_from(const std::string& name);

// The moments at which a trial waits for its turn if other processes work on the same machine:
// other trials, or compilers.
enum class Turn {
  first,   // before it does anything
  sample,  // after its first repetition was verified: what it did so far, others may disturb
  next,    // after it has sampled for a moment
  last,    // after it has sampled: what is left to do would disturb trials that still sample
};
[[nodiscard]] const char* to_string(Turn turn);
[[nodiscard]] Turn turn_from(const std::string& name);

}  // namespace assay
