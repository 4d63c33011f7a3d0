#include "framework/supervisor/limits.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>

#include "framework/core/error.hpp"

namespace assay {

using Clock = ChildProcess::Clock;

Clock::time_point in_seconds(double seconds) {
  // A user's "unlimited" must not overflow the clock.
  const double bounded = std::fmin(seconds, 1e8);
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(bounded));
}

std::uint64_t host_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

std::uint64_t memory_limit(double gib) {
#if defined(__SANITIZE_ADDRESS__)
  static_cast<void>(gib);
  return 0;  // the sanitizer reserves terabytes of address space that count as data
#else
  if (gib > 0) return static_cast<std::uint64_t>(std::ldexp(gib, 30));
  return static_cast<std::uint64_t>(0.9 * static_cast<double>(host_memory()));
#endif
}

FixedLimit::FixedLimit(double seconds, const std::string& what)
    : deadline_(in_seconds(seconds)), text_(fmt::format("{} s for {}", seconds, what)) {}

TrialLimit::TrialLimit(const TrialRequest& request, const WorkerOptions& options, Of of)
    : request_(request), options_(options), ways_back_(of == Of::pair ? 2 : 0) {
  set(options.start_seconds, "opening the device");
}

std::string TrialLimit::text() const { return fmt::format("{} s for {}", seconds_, what_); }

void TrialLimit::enter(Stage stage) {
  if (stage_ == stage) return;
  if (stage_ && stage < *stage_ && --ways_back_ < 0) {
    throw internal_error("stage '{}' after stage '{}'", to_string(stage), to_string(*stage_));
  }
  stage_ = stage;
  switch (stage) {
    case Stage::instance:
      return set(options_.instance_seconds, "creating the instance");
    case Stage::reference:
      return set(options_.instance_seconds, "computing the reference");
    case Stage::compile:
      return set(request_.compile_limit_seconds, "compiling and preparing");
    case Stage::prepare:
      return;
    case Stage::run:
      return set(request_.run_limit_seconds, "the first repetition and its verification");
    case Stage::sample:
      return set((1 + request_.sampling.verification_share) * request_.sampling.max_seconds +
                     request_.run_limit_seconds,
                 "sampling");
    case Stage::verify:
      return set(request_.run_limit_seconds, "the last repetition and its verification");
    case Stage::keep:
      return set(options_.instance_seconds, "writing its outputs");
    case Stage::finish:
      return set(request_.run_limit_seconds, "cleaning up");
  }
}

void TrialLimit::set(double seconds, const char* what) {
  seconds_ = seconds;
  what_ = what;
  deadline_ = in_seconds(seconds);
}

}  // namespace assay
