#pragma once

#include <string>
#include <utility>

namespace assay::judge {

// The charges that may be brought against a candidate; docs/judge.md explains how each charge is
// detected.
enum class Charge {
  wrong,             // its outputs are not those of the inputs
  no_output,         // it writes nothing to an output
  partial_output,    // it leaves elements unwritten
  constant_output,   // its outputs are the same for all inputs
  kept_results,      // it returns results computed for earlier inputs
  prepared_results,  // it returns results computed when it was prepared
  early_work,        // it computes before the clock starts, while it restores
  late_work,         // it computes after the clock has stopped, when outputs are requested
  work_behind,       // it goes on computing after it has reported that it was done
  clock,             // its repetitions take longer by the judge's clock than it reports
  special_case,      // it is right for the listed instance and wrong for others
  loose_tolerance,   // no digit is right, but the tolerance is wide enough for it to pass
  lower_precision,   // it rounds its inputs to a lower precision than theirs
  input_changed,
  out_of_bounds,
  below_floor,  // it is faster than the useful work can be done
  crash,
  hang,
  nonsense,  // it breaks the protocol: answers twice, or sends something else
  refused,   // it does not run what it claims to run
};
[[nodiscard]] const char* to_string(Charge charge);  // "wrong", "kept-results", ...

struct Finding {
  Charge charge;
  std::string text;
};

// Thrown to end a hearing.
struct Charged {
  Finding finding;
};
[[noreturn]] inline void charge(Charge with, std::string text) {
  throw Charged{{with, std::move(text)}};
}

}  // namespace assay::judge
