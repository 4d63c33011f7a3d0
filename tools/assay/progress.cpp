#include "tools/assay/progress.hpp"

#include <fmt/format.h>

#include "framework/compare/summary.hpp"
#include "framework/core/units.hpp"

namespace assay::command {
namespace {

std::string failures_text(const SearchState& state) {
  std::string text;
  for (const auto& [status, count] : state.failures) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_string(status));
  }
  return text.empty() ? "" : fmt::format("  failed: {}", text);
}

std::string best_text(const SearchState& state) {
  if (!state.best) return "no verified configuration yet";
  const Interval best = state.objective.told(*state.best);
  const char* unit = state.objective.unit();
  return fmt::format("best {} {}", format_value(best.median, unit), format_bounds(best, unit));
}

// What a search waits for: a device that waits for compilers is what a user would like to know of.
std::string waiting_text(const UnderWay& under_way) {
  std::vector<std::string> words;
  if (under_way.measuring > 0) words.emplace_back("measuring");
  if (under_way.compiling > 0) words.push_back(fmt::format("{} compiling", under_way.compiling));
  if (under_way.whole > 0) words.push_back(fmt::format("{} compiling or running", under_way.whole));
  if (under_way.set_aside > 0) words.push_back(fmt::format("{} set aside", under_way.set_aside));
  return words.empty() ? "" : fmt::format("  {}", fmt::join(words, ", "));
}

std::string label(const Contender& contender) {
  return fmt::format("{} on {}", contender.variant.name, contender.device.id);
}

// The column at which lists are wrapped.
constexpr std::size_t page_width = 100;

}  // namespace

void Progress::print(const std::string& line) {
  line_.print(name_.empty() ? line : fmt::format("[{}] {}", name_, line));
}

void Progress::note(const std::string& text) { print("note: " + text); }

void Progress::contest_begins(const Contest& contest, std::size_t number, std::size_t count) {
  brief_ = count > most_at_length;
  if (brief_) {
    print(
        fmt::format("[{}/{}] {} {}", number, count, contest.problem, to_string(contest.arguments)));
  } else {
    if (name_.empty()) print("");
    print(fmt::format("[{}/{}] {}", number, count, contest.problem));
    print("  " + to_string(contest.arguments));
  }
  line_.show("  preparing the instance ...");
}

void Progress::instance_opened(const OpenInstance& instance) {
  if (brief_) return;
  std::string line = " ";
  for (const auto& fact : instance.record.facts) {
    const std::string text = fmt::format(" {} {:.6g}{}{}", fact.name, fact.value,
                                         fact.unit.empty() ? "" : " ", fact.unit);
    if (line.size() + text.size() > page_width) {
      print(line);
      line = " ";
    }
    line += text + ",";
  }
  line.back() = '.';
  print(line.size() > 1 ? line : "  ready");
}

void Progress::search_begins(const Contender& contender, const SearchState& state) {
  objective_ = state.objective;
  state_ = fmt::format("  {}: {} configurations", label(contender), state.space_size);
  line_.show(state_);
}

void Progress::waiting(const Contender& /*contender*/, const UnderWay& under_way) {
  line_.show(state_ + waiting_text(under_way));
}

void Progress::count_verifying(const RecordedTrial& measurement) {
  verifying_seconds_ += measurement.result.verify_seconds;
  for (const Sample& sample : measurement.result.samples) {
    measuring_seconds_ += sample.energy ? sample.energy->seconds : sample.seconds;
  }
}

std::string Progress::verifying_text() const {
  if (measuring_seconds_ <= 0 || verifying_seconds_ <= measuring_seconds_) return "";
  return fmt::format("  verifying takes {:.2g} times as long as measuring",
                     verifying_seconds_ / measuring_seconds_);
}

void Progress::trial_done(const Contender& contender, const Bindings& /*configuration*/,
                          const RecordedTrial& measurement, const SearchState& state) {
  count_verifying(measurement);
  state_ = fmt::format("  {}: {} trials done, {} left of {} configurations, {:.0f} s left  {}{}{}",
                       label(contender), state.known + state.done, state.left, state.space_size,
                       std::max(0.0, state.seconds_left), best_text(state), failures_text(state),
                       verifying_text());
  line_.show(state_);
}

void Progress::search_ends(const Contender& contender, const SearchState& state) {
  if (brief_ && state.best && state.failures.empty()) return;
  const std::string known =
      state.known == 0 ? "" : fmt::format(" ({} recorded before)", state.known);
  print(fmt::format("  {:<28} {:>4} of {} configurations{}  {}{}{}", label(contender),
                    state.known + state.done, state.space_size, known, best_text(state),
                    failures_text(state), verifying_text()));
}

void Progress::final_done(const Contender& contender, const Bindings& /*configuration*/,
                          const RecordedTrial& measurement, std::size_t done, std::size_t count) {
  const std::string outcome =
      measurement.objective
          ? format_value(objective_.told(measurement.objective->median), objective_.unit())
          : std::string(to_string(measurement.result.status));
  count_verifying(measurement);
  line_.show(fmt::format("  finals {}/{}: {} {}{}", done, count, label(contender), outcome,
                         verifying_text()));
}

void Progress::finals_end(const FinalsOutcome& outcome) {
  if (brief_ && outcome.decided) return;
  print(fmt::format("  finals: {} measurements in fresh processes, {} round{}, {:.1f} s{}",
                    outcome.heats, outcome.rounds, outcome.rounds == 1 ? "" : "s", outcome.seconds,
                    outcome.decided ? "" : "; not everything is decided"));
}

}  // namespace assay::command
