#include "framework/tune/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"

namespace assay {
namespace {

using namespace std::chrono_literals;

// How often a request to stop is looked for, since it wakes nobody.
constexpr auto glance = 50ms;

// A trial that lost this many workers is blamed for it.
constexpr std::uint32_t workers_a_trial_may_lose = 2;

// A compilation that takes this many times as long as expected is set aside. Less patience gains
// nothing where strategies know what trials take, and costs something where the best take longest.
constexpr double far_longer = 6;
// How many times as many compilations must have ended as are under way before that is judged.
constexpr std::size_t enough = 2;

double sampling_seconds(const TrialResult& result) {
  double seconds = result.verify_seconds;
  for (const Sample& sample : result.samples) seconds += sample.seconds;
  return seconds;
}

}  // namespace

Pipeline::Pipeline(TrialLanes& lanes, TuneObserver& observer, const Pace& pace, Listener listener)
    : lanes_(&lanes), observer_(&observer), pace_(pace), listener_(std::move(listener)) {}

Pipeline::~Pipeline() { lanes_->stop(); }

std::size_t Pipeline::room() const {
  const auto aside = static_cast<std::size_t>(std::ranges::count(entries_, true, &Entry::aside));
  return pace_.depth() - std::min(pace_.depth(), entries_.size() - aside);
}

void Pipeline::add(std::uint64_t index, TrialRequest request, bool compiled,
                   std::optional<double> expected_seconds) {
  Entry& entry = entries_.emplace_back();
  entry.trial.index = index;
  entry.trial.request = std::move(request);
  entry.trial.compiled = compiled;
  entry.trial.expected_seconds = expected_seconds;
}

bool Pipeline::take_up(std::uint64_t index) {
  const auto entry =
      std::ranges::find(entries_, index, [](const Entry& each) { return each.trial.index; });
  if (entry == entries_.end()) return false;
  if (!entry->aside) return true;
  entry->compilation->take_up();
  entry->aside = false;
  entry->trial.expected_seconds = entry->compilation->seconds() / shares(*entry);
  return true;
}

std::optional<Pipeline::Trial> Pipeline::next(const std::optional<double>& limit,
                                              const std::function<bool()>& stopped) {
  limit_ = limit;
  for (;;) {
    collect();
    // Returned before anything new begins, so that the next trials also race against this one.
    if (auto trial = take_finished()) return trial;
    if (!stopped()) begin_ready(limit);
    keep_finished();
    if (stopped()) return std::nullopt;
    wait();
  }
}

void Pipeline::wait() {
  UnderWay now;
  for (const auto& entry : entries_) {
    if (entry.aside) {
      ++now.set_aside;
    } else if (entry.state == Entry::State::compiling) {
      ++(entry.trial.request.on_host_cores ? now.whole : now.compiling);
    }
    if (entry.state == Entry::State::ready) ++now.compiled;
    if (entry.state == Entry::State::measuring) ++now.measuring;
  }
  if (listener_.waits && now != told_) listener_.waits(now);
  told_ = now;
  lanes_->wait(glance);
}

std::optional<Pipeline::Trial> Pipeline::take_finished() {
  const auto last = pace_.in_order() ? entries_.begin() + 1 : entries_.end();
  const auto finished = std::find_if(entries_.begin(), last, [](const Entry& entry) {
    return entry.state == Entry::State::through;
  });
  if (finished == last) return std::nullopt;
  Trial trial = std::move(finished->trial);
  entries_.erase(finished);
  return trial;
}

void Pipeline::keep(Trial& trial) {
  if (!trial.kept) keep_finished(&trial);
}

// Records `first`, if given, and all finished trials.
void Pipeline::keep_finished(Trial* first) {
  std::vector<Trial*> due;
  if (first != nullptr) due.push_back(first);
  for (auto& entry : entries_) {
    const bool finished = entry.state == Entry::State::through && !entry.trial.kept;
    if (finished && &entry.trial != first) due.push_back(&entry.trial);
  }
  if (due.empty()) return;
  for (Trial* trial : due) trial->kept = true;
  listener_.keep(due);
}

void Pipeline::finish_begun(const std::function<bool()>& stopped) {
  for (;;) {
    for (auto& entry : entries_) {
      if (entry.state == Entry::State::measuring) await_measurement(entry);
    }
    keep_finished();
    if (!any(Entry::State::measuring) || stopped()) return;
    wait();
  }
}

// Advances every trial as far as possible without waiting, up to the device.
void Pipeline::collect() {
  assign_waiting();
  for (auto& entry : entries_) {
    if (entry.state == Entry::State::compiling) await_compilation(entry);
    if (entry.state == Entry::State::measuring) await_measurement(entry);
  }
  if (!pace_.in_order()) set_aside_overdue();
}

// Among how many, all lanes taken together, the time of one compilation is shared.
double Pipeline::shares(const Entry& entry) const {
  return static_cast<double>(entry.lane->processes() * lanes_->serving().size());
}

// The mean time of a compilation. What was set aside counts with what it had taken by then: where
// many take long, patience grows. Quick ones end first, so that nothing is known until some more
// have ended than are under way.
std::optional<double> Pipeline::typical_compilation() const {
  double seconds = compile_seconds_;
  std::size_t under_way = 0;
  for (const auto& entry : entries_) {
    if (entry.aside) {
      seconds += entry.aside_after;
    } else if (entry.state == Entry::State::compiling) {
      ++under_way;
    }
  }
  if (compiled_ < enough * std::max<std::size_t>(1, under_way)) return std::nullopt;
  return seconds / static_cast<double>(compiled_);
}

bool Pipeline::overdue(const Entry& entry) const {
  if (entry.state != Entry::State::compiling || entry.aside) return false;
  const std::optional<double> typical = typical_compilation();
  if (!typical) return false;
  const double expected = entry.trial.expected_seconds.value_or(0) * shares(entry);
  return entry.compilation->seconds() > far_longer * std::max(expected, *typical);
}

// Each stands for a process that keeps its memory, so no more are set aside than compile.
void Pipeline::set_aside_overdue() {
  for (auto& entry : entries_) {
    if (!overdue(entry)) continue;
    const auto beside = std::ranges::count_if(
        entries_, [&](const Entry& each) { return each.aside && each.lane == entry.lane; });
    if (static_cast<std::size_t>(beside) >= entry.lane->processes()) continue;
    entry.aside = true;
    entry.aside_after = entry.compilation->seconds();
    entry.compilation->set_aside();
    if (listener_.set_aside) listener_.set_aside(entry.trial, entry.aside_after / shares(entry));
  }
}

void Pipeline::begin_ready(const std::optional<double>& limit) {
  limit_ = limit;
  for (auto& entry : entries_) {
    if (entry.state == Entry::State::ready && entry.lane->idle()) begin(entry);
  }
}

// Assigns each trial that has no lane to the one with the least to do.
void Pipeline::assign_waiting() {
  if (!any(Entry::State::waiting)) return;
  std::map<const TrialLane*, std::size_t> loads;
  for (const auto& entry : entries_) {
    if (entry.lane != nullptr && entry.state != Entry::State::through) ++loads[entry.lane];
  }
  const auto lanes = lanes_->serving();
  for (auto& entry : entries_) {
    if (entry.state != Entry::State::waiting) continue;
    entry.lane =
        *std::ranges::min_element(lanes, {}, [&](const TrialLane* lane) { return loads[lane]; });
    ++loads[entry.lane];
    const bool compiled = entry.trial.compiled;
    entry.state = compiled ? Entry::State::compiling : Entry::State::ready;
    if (compiled) entry.compilation = entry.lane->compile(racing(entry));
    entry.submitted = lanes_->seconds();
  }
}

void Pipeline::await_compilation(Entry& entry) {
  try {
    std::optional<TrialResult> result = entry.compilation->poll();
    if (!result) return;
    const bool whole = entry.trial.request.on_host_cores;
    whole ? note_whole(entry, *result) : note_compiled(entry, *result);
    entry.compilation.reset();
    entry.aside = false;
    entry.state = Entry::State::ready;
    if (whole || !result->ok()) return finish(entry, std::move(*result));
    entry.compile_seconds = result->compile_seconds;
  } catch (const Error& error) {  // the host of the lane is unreachable
    dismiss(entry.lane, error.what());
  }
}

// Learns from a compilation that has ended.
void Pipeline::note_compiled(Entry& entry, const TrialResult& result) {
  // What the device waits for is more than compiling: messages, and the start of a process.
  const bool stood_aside = entry.aside_after > 0;
  pace_.note_compiled(stood_aside ? result.compile_seconds : lanes_->seconds() - entry.submitted);
  compile_seconds_ += result.compile_seconds;
  ++compiled_;
  charge(entry.trial, result.compile_seconds / static_cast<double>(entry.lane->processes()));
}

// Learns from a whole trial that has ended: what it did before it sampled, others did beside it.
void Pipeline::note_whole(Entry& entry, const TrialResult& result) {
  const double all = entry.compilation->seconds();
  const double sampling = std::min(all, sampling_seconds(result));
  pace_.note_compiled(all - sampling);
  pace_.note_measured(sampling);
  compile_seconds_ += all - sampling;
  ++compiled_;
  charge(entry.trial, (all - sampling) / static_cast<double>(entry.lane->processes()) + sampling);
}

void Pipeline::begin(Entry& entry) {
  entry.lane->begin(racing(entry));
  entry.begun = lanes_->seconds();
  entry.state = Entry::State::measuring;
}

TrialRequest Pipeline::racing(const Entry& entry) const {
  TrialRequest request = entry.trial.request;
  request.sampling.race_limit = limit_;
  return request;
}

void Pipeline::await_measurement(Entry& entry) {
  std::optional<Measured> measured = entry.lane->poll();
  if (!measured) return;
  switch (measured->lane) {
    case Measured::Lane::serves: {
      const double seconds = lanes_->seconds() - entry.begun;
      pace_.note_measured(seconds);
      charge(entry.trial, seconds);
      // The process that measured found the program in the cache.
      measured->result.compile_seconds += entry.compile_seconds;
      return finish(entry, std::move(measured->result));
    }
    case Measured::Lane::stuck: {
      const std::string reason = fmt::format(
          "since the trial of {} ({}), {} fails even at what worked before: {}; reset the device "
          "(or the machine) and repeat the command, which resumes and skips that configuration",
          to_string(entry.trial.request.configuration), to_string(measured->result.status),
          entry.trial.request.device, measured->reason);
      finish(entry, std::move(measured->result));
      keep(entry.trial);  // perhaps there is no other lane
      return dismiss(entry.lane, reason);
    }
    case Measured::Lane::lost:
      if (++entry.workers_lost == workers_a_trial_may_lose) {
        TrialResult result;
        result.status = TrialStatus::crash;
        result.message =
            fmt::format("it took {} workers down: {}", entry.workers_lost, measured->reason);
        finish(entry, std::move(result));
        keep(entry.trial);
      }
      return dismiss(entry.lane, measured->reason);
  }
}

void Pipeline::charge(Trial& trial, double lane_seconds) const {
  if (pace_.in_order()) return;
  trial.seconds += lane_seconds / static_cast<double>(lanes_->serving().size());
}

void Pipeline::finish(Entry& entry, TrialResult result) {
  entry.trial.recorded = listener_.evaluate(entry.trial, std::move(result));
  entry.state = Entry::State::through;
}

// Removes the lane; its unfinished trials go to the remaining lanes.
void Pipeline::dismiss(TrialLane* lane, const std::string& reason) {
  for (auto& entry : entries_) {
    if (entry.lane != lane) continue;
    entry.lane = nullptr;
    entry.compilation.reset();
    entry.aside = false;
    if (entry.state == Entry::State::through) continue;
    entry.state = Entry::State::waiting;
  }
  observer_->note(lanes_->dismiss(*lane, reason));
}

bool Pipeline::any(Entry::State state) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) { return entry.state == state; });
}

}  // namespace assay
