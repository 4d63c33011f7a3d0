#include "framework/worker/perform.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "framework/worker/trial_failure.hpp"

namespace assay {
namespace {

using nlohmann::json;

json repeat(Performance& performance, std::uint32_t times) {
  double seconds = 0;
  for (std::uint32_t time = 1;; ++time) {
    seconds += performance.repeat().seconds;
    if (time >= times) return {{"seconds", seconds}};
    performance.restore();
  }
}

// Takes a step; returns what is reported in addition to its name.
json take(Performance& performance, const StepRequest& request) {
  switch (request.step) {
    case Step::prepare:
      performance.prepare();
      return {{"seconds", performance.prepare_seconds()}};
    case Step::refresh:
      performance.refresh();
      return json::object();
    case Step::restore:
      performance.restore();
      return json::object();
    case Step::flush:
      performance.flush_caches();
      return json::object();
    case Step::repeat:
      return repeat(performance, request.times);
    case Step::put_out:
      performance.put_out();
      return json::object();
    case Step::nothing:
    case Step::end:
      break;
  }
  return json::object();
}

}  // namespace

TrialResult perform(const PerformanceSetup& setup,
                    const std::function<std::optional<StepRequest>()>& next,
                    const std::function<void(const json&)>& tell) {
  TrialResult result;
  settle(result, [&] {
    Performance performance(setup);
    performance.compile();
    result.compile_seconds = performance.compile_seconds();
    tell({{"step", "compile"}, {"seconds", result.compile_seconds}});
    for (;;) {
      const std::optional<StepRequest> request = next();
      if (!request) throw TrialFailure{TrialStatus::stopped, "the judge is gone"};
      if (request->step == Step::end) break;
      json told = take(performance, *request);
      told["step"] = to_string(request->step);
      tell(told);
    }
    result.prepare_seconds = performance.prepare_seconds();
    if (std::string damage = performance.finish(); !damage.empty()) {
      throw TrialFailure{TrialStatus::out_of_bounds, std::move(damage)};
    }
    result.facts = performance.facts();
  });
  return result;
}

}  // namespace assay
