#include "framework/judge/performer.hpp"

namespace assay::judge {
namespace {

// The hidden part of a judged time. Allows for clocks that differ and for work around a repetition
// that is not the candidate's.
double hidden(double judged, double told) { return judged - 1.25 * told; }

}  // namespace

void Performer::begin(const Bindings& arguments) {
  PerformRequest request;
  request.problem = summons_.instances.front().problem;
  request.arguments = arguments;
  request.variant = summons_.variant;
  request.build_id = summons_.build_id;
  request.device = summons_.device;
  request.configuration = summons_.configuration;
  candidate_ =
      std::make_unique<Candidate>(summons_.candidate, request, arena_, summons_.step_seconds);
}

void Performer::prepare() { times_.prepare = candidate_->take({Step::prepare}).told_seconds; }

double Performer::run(Caches caches) {
  times_.restore.push_back(candidate_->take({Step::restore}).seconds);
  if (caches == Caches::empty) candidate_->take({Step::flush});
  const StepTaken taken = candidate_->take({Step::repeat});
  (caches == Caches::empty ? times_.cold : times_.told).push_back(taken.told_seconds);
  times_.hidden.push_back(hidden(taken.seconds, taken.told_seconds));
  return taken.seconds;
}

double Performer::hidden_in_batch(std::uint32_t times) {
  candidate_->take({Step::restore});
  const StepTaken taken = candidate_->take({Step::repeat, times});
  return hidden(taken.seconds, taken.told_seconds) / times;
}

double Performer::put_out() {
  times_.put_out.push_back(candidate_->take({Step::put_out}).seconds);
  return times_.put_out.back();
}

void Performer::end() {
  const TrialResult result = candidate_->end();
  if (!result.ok()) throw TrialFailure{result.status, result.message};
}

}  // namespace assay::judge
