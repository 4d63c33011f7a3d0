#pragma once

#include <string>
#include <utility>

namespace assay::judge {

// Names of what candidates are found to do; docs/judge.md tells how each is found.
enum class Charge {
  wrong,             // its outputs are not those of the inputs
  no_output,         // it writes none of an output
  partial_output,    // it leaves elements out
  constant_output,   // its outputs are the same whatever the inputs
  kept_results,      // it hands out what it computed for inputs of before
  prepared_results,  // it hands out what it computed when it was prepared
  early_work,        // it computes before the clock starts, when it restores
  late_work,         // it computes after the clock has stopped, when outputs are asked for
  work_behind,       // it goes on computing after it has said that it was done
  clock,             // its repetitions take longer by the judge's clock than it says
  special_case,      // it is right for the listed instance and wrong for others
  loose_tolerance,   // no digit is right, and the tolerance is so wide that it passes
  lower_precision,   // it rounds its inputs to a lower precision than they have
  input_changed,
  out_of_bounds,
  below_floor,  // faster than the useful work can be done
  crash,
  hang,
  nonsense,  // it breaks the protocol: answers twice, or something else
  refused,   // it does not run what it says it would
};
[[nodiscard]] const char* to_string(Charge charge);  // "wrong", "kept-results", ...

struct Finding {
  Charge charge;
  std::string text;
};

// Ends a hearing.
struct Charged {
  Finding finding;
};
[[noreturn]] inline void charge(Charge with, std::string text) {
  throw Charged{{with, std::move(text)}};
}

}  // namespace assay::judge
