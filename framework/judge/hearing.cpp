#include "framework/judge/hearing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <thread>
#include <utility>

#include "framework/core/digest.hpp"
#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/core/units.hpp"
#include "framework/inference/median.hpp"
#include "framework/judge/clocks.hpp"
#include "framework/judge/digits.hpp"
#include "framework/judge/precision.hpp"
#include "framework/judge/values.hpp"
#include "framework/measure/clock.hpp"
#include "framework/measure/verification_budget.hpp"
#include "framework/worker/output_members.hpp"
#include "framework/worker/tensor.hpp"

namespace assay::judge {
namespace {

constexpr std::size_t most_cold = 10;        // repetitions with empty caches
constexpr double verification_share = 0.05;  // relative to the time of the repetitions

// Counts the elements of outputs that hold only the byte that they were filled with.
struct Untouched {
  std::int64_t elements = 0;
  std::int64_t of = 0;
};

Untouched untouched(std::span<const assay_tensor> outputs, std::uint8_t poison) {
  Untouched count;
  for (const assay_tensor& output : outputs) {
    const std::size_t size = element_size(output.element);
    for_each_run(output, [&](const std::byte* first, std::int64_t elements, std::int64_t) {
      const std::span memory(first, static_cast<std::size_t>(elements) * size);
      for (std::size_t at = 0; at < memory.size(); at += size) {
        ++count.of;
        const bool same = std::ranges::all_of(memory.subspan(at, size), [&](std::byte byte) {
          return byte == static_cast<std::byte>(poison);
        });
        count.elements += same ? 1 : 0;
      }
    });
  }
  return count;
}

Charge charge_of(const TrialFailure& failure) {
  switch (failure.status) {
    case TrialStatus::out_of_bounds:
      return Charge::out_of_bounds;
    case TrialStatus::device_error:
      return Charge::crash;
    default:
      return Charge::refused;
  }
}

Charge charge_of(const CandidateLost& lost) {
  switch (lost.kind) {
    case CandidateLost::Kind::died:
      return Charge::crash;
    case CandidateLost::Kind::silent:
      return Charge::hang;
    case CandidateLost::Kind::nonsense:
      break;
  }
  return Charge::nonsense;
}

class Hearing {
 public:
  Hearing(Bench& bench, const Summons& summons)
      : summons_(summons),
        draw_(summons.seed),
        seed_(drawn_seed()),
        values_(bench, summons.instances.front()),
        performer_(summons, values_.layout()) {
    for (const InstanceKey& key : std::span(summons.instances).subspan(1)) {
      static_cast<void>(values_.add(key));
    }
  }

  Heard hear() {
    try {
      begin();
      fresh_inputs();
      compare_met_with_new();
      withheld_inputs();
      outputs_twice();
      quiet_afterwards();
      compare_clocks(performer_);
      heard_.times = performer_.times();
      examine_inputs_read();
    } catch (const Charged& charged) {
      heard_.findings.push_back(charged.finding);
    } catch (const CandidateLost& lost) {
      heard_.findings.push_back({charge_of(lost), lost.message});
    } catch (const TrialFailure& failure) {
      heard_.findings.push_back({charge_of(failure), failure.message});
    }
    if (!heard_.findings.empty()) heard_.times = performer_.times();
    return std::move(heard_);
  }

 private:
  [[nodiscard]] Arena& arena() { return performer_.arena(); }

  // Prepares the candidate with the first instance's inputs; it first runs with another instance's.
  void begin() {
    set_values(0);
    arena().draw_guards();
    performer_.begin(values_.arguments(0));
    prepare(0);
    if (values_.size() == 1) {
      heard_.notes.emplace_back(
          "the problem has only one set of inputs, so kept results cannot be told from computed "
          "ones");
    }
  }

  // Repeats with each set of values once, then with drawn ones. Every third of the latter has empty
  // caches, up to the number that a median needs, because emptying caches may take longer than the
  // repetition. The first dozen repetitions are all verified, and as many of the others as the
  // budget allows.
  void fresh_inputs() {
    constexpr std::size_t thoroughly = 12;
    const std::size_t all = values_.size();
    VerificationBudget budget(verification_share, draw_.bits());
    std::size_t now = 0;
    for (std::size_t k = 0; k < summons_.repetitions; ++k) {
      const bool new_values = k < all;
      now = new_values ? (k + 1) % all : all == 1 ? 0 : (now + 1 + draw_.below(all - 1)) % all;
      const bool cold = !new_values && k % 3 == 2 && performer_.times().cold.size() < most_cold;
      const Caches caches = cold ? Caches::empty : Caches::as_they_are;
      if (k < std::max(thoroughly, 2 * all)) {
        repeat_with(now, caches);
        require_right(now, k == 0 ? Charge::prepared_results : Charge::kept_results);
      } else {
        repeat_in_passing(now, caches, budget);
      }
      // The very first repetition is a warm-up.
      if (caches == Caches::empty || k == 0) continue;
      (new_values ? told_of_new_ : told_of_met_).push_back(performer_.times().told.back());
    }
  }

  // Detects results that are looked up by their inputs: these are slow for new inputs. A candidate
  // whose threads fell asleep while such inputs were created is slow as well, so if there is a
  // suspicion, known and new values take turns, each after the same rest.
  void compare_met_with_new() {
    if (!slower_with_new()) return;
    told_of_new_.clear();
    told_of_met_.clear();
    for (const InstanceKey& key : summons_.further) {
      if (!values_.add(key)) continue;
      told_of_new_.push_back(told_after_rest(values_.size() - 1));
      told_of_met_.push_back(told_after_rest(draw_.below(values_.size())));
    }
    if (!slower_with_new()) return;
    charge(Charge::kept_results, fmt::format("with inputs it has seen before, a repetition takes "
                                             "{}, with others at least {}: it looks results up",
                                             format_value(inference::median_of(told_of_met_), "s"),
                                             format_value(std::ranges::min(told_of_new_), "s")));
  }

  [[nodiscard]] bool slower_with_new() const {
    constexpr double noise = 2e-5;
    if (told_of_new_.size() < 2 || told_of_met_.size() < 2) return false;
    return std::ranges::min(told_of_new_) > 1.5 * inference::median_of(told_of_met_) + noise;
  }

  double told_after_rest(std::size_t number) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    repeat_with(number);
    require_right(number, Charge::kept_results);
    return performer_.times().told.back();
  }

  // Overwrites the inputs after the repetition: work done after the clock has stopped finds no
  // inputs.
  void withheld_inputs() {
    const std::size_t now = draw_.below(values_.size());
    set_values(now);
    performer_.run(Caches::as_they_are);
    arena().fill_inputs(static_cast<std::uint8_t>(draw_.below(256)));
    performer_.refresh();
    performer_.put_out();
    if (look(now) != Look::right) {
      charge(Charge::late_work,
             "its outputs are wrong if the inputs are overwritten once it has run: it still reads "
             "them after the clock has stopped, when it only has to deliver its outputs");
    }
  }

  // Requests the outputs twice: a candidate that computes only when outputs are requested has
  // nothing left to do the second time.
  void outputs_twice() {
    constexpr int times = 6;
    constexpr double noise = 2e-5;
    double least_first = std::numeric_limits<double>::infinity();
    std::vector<double> again;
    for (int time = 0; time < times; ++time) {
      set_values(draw_.below(values_.size()));
      performer_.run(Caches::as_they_are);
      least_first = std::min(least_first, performer_.put_out());
      again.push_back(performer_.put_out_again());
    }
    const double usual_again = inference::median_of(again);
    const double told = inference::median_of(performer_.times().told);
    if (least_first <= 1.5 * usual_again + 0.25 * told + noise) return;
    charge(Charge::late_work,
           fmt::format("delivering its outputs takes at least {} after a run, but {} when "
                       "repeated: it computes there, where it is not timed",
                       format_value(least_first, "s"), format_value(usual_again, "s")));
  }

  // Checks that outputs stay unchanged while the candidate is asked to do nothing.
  void quiet_afterwards() {
    const std::size_t now = draw_.below(values_.size());
    set_values(now);
    seconds_ = performer_.run(Caches::as_they_are);
    digest_ = arena().output_digest(seed_);
    require_quiet();
    performer_.put_out();
    require_right(now, Charge::kept_results);
  }

  // Checks that outputs not requested since `digest_` was computed stay unchanged for as long as a
  // thread that secretly does the work would take.
  void require_quiet() {
    const double least = 0.05;
    const double work = std::min(3 * seconds_, 1.0);
    std::this_thread::sleep_for(std::chrono::duration<double>(least + work));
    require_unchanged();
  }

  void require_unchanged() {
    if (arena().output_digest(seed_) == digest_) return;
    charge(Charge::work_behind,
           "its outputs keep changing after it has reported the end of the repetition");
  }

  // Comes last, because the inputs are no longer valid for the problem afterwards. A candidate may
  // refuse them.
  void examine_inputs_read() {
    set_values(0);
    try {
      examine_precision(performer_, summons_.setup);
    } catch (const TrialFailure& failure) {
      heard_.notes.push_back(
          "its precision was not examined, because it refused inputs with fewer digits: " +
          failure.message);
      return;
    }
    performer_.end();
  }

  void set_values(std::size_t number, bool fill_all = true) {
    poison_ = static_cast<std::uint8_t>(draw_.below(256));
    if (fill_all) {
      arena().fill_outputs(poison_);
    } else {
      arena().fill_places_of_outputs(poison_, draw_);
    }
    const Stopwatch watch;
    arena().write_inputs(values_.inputs(number));
    if (!performer_.has_begun()) return;
    if (values_.agree(prepared_, number, summons_.setup)) {
      performer_.refresh();
    } else {
      prepare(number);
    }
    heard_.inputs_seconds += watch.seconds();
  }

  void prepare(std::size_t number) {
    performer_.prepare();
    prepared_ = number;
  }

  void repeat_with(std::size_t number, Caches caches = Caches::as_they_are) {
    set_values(number);
    seconds_ = performer_.run(caches);
    put_out(number);
  }

  // Repeats and verifies with some probability. The draw is made after the run, so that the
  // candidate cannot tell in advance.
  void repeat_in_passing(std::size_t number, Caches caches, VerificationBudget& budget) {
    set_values(number, false);
    Stopwatch watch;
    seconds_ = performer_.run(caches);
    budget.measured(watch.seconds());
    if (!budget.draws()) {
      ++heard_.unverified;
      return;
    }
    watch.restart();
    put_out(number);
    require_right(number, Charge::kept_results);
    budget.verified(watch.seconds());
  }

  // Requests the outputs, and checks memory that the candidate must not have written to.
  void put_out(std::size_t number) {
    performer_.put_out();
    // The inputs are checked once for each set of values, then at random: reading them all may take
    // longer than the repetition.
    const bool look = values_.right(number).empty() || draw_.chance(0.25);
    if (look && !arena().holds_inputs(values_.inputs(number))) {
      charge(Charge::input_changed, "it wrote to an input");
    }
    if (!arena().guards_intact()) {
      charge(Charge::out_of_bounds,
             "it wrote beyond the end or the beginning of an input or an output");
    }
  }

  enum class Look { right, stale, wrong };
  // Compares the outputs with the right ones for a set of values. `stale`: they are right for
  // another set.
  Look look(std::size_t number) {
    digest_ = arena().output_digest(seed_);
    if (right_for(number)) {
      ++heard_.verified;
      return Look::right;
    }
    const std::string why = verdict_.message;
    for (std::size_t other = 0; other < values_.size(); ++other) {
      if (other != number && right_for(other)) return Look::stale;
    }
    verdict_.message = why;
    return Look::wrong;
  }

  // Verifies the arena, to which the candidate can write: its outputs must still have the digest
  // `digest_` afterwards.
  bool right_for(std::size_t number) {
    if (values_.right(number).contains(digest_)) return true;
    verdict_ = values_.verify(number, arena(), poison_);
    if (verdict_.status != TrialStatus::ok) return false;
    require_unchanged();
    require_digits(verdict_.digits, arena());
    require_full_precision(verdict_.digits, arena());
    if (verdict_.digits.relative_error > heard_.relative_error) {
      heard_.relative_error = verdict_.digits.relative_error;
    }
    heard_.worst_error = std::max(heard_.worst_error, verdict_.error);
    values_.learn_right(number, digest_);
    return true;
  }

  void require_right(std::size_t number, Charge where_stale) {
    switch (look(number)) {
      case Look::right:
        return;
      case Look::stale:
        if (where_stale == Charge::prepared_results) charge_prepared(number);
        charge(Charge::kept_results,
               "its outputs are right for the inputs of an earlier repetition");
      case Look::wrong:
        charge_wrong();
    }
  }

  // The outputs were right for the inputs that it was prepared with. Prepares it again with the
  // inputs that it runs with: either the outputs become right, or they are always the same.
  [[noreturn]] void charge_prepared(std::size_t number) {
    set_values(number);
    prepare(number);
    performer_.run(Caches::as_they_are);
    performer_.put_out();
    if (arena().output_digest(seed_) == digest_) charge_constant();
    charge(Charge::prepared_results,
           "its outputs are right for the inputs it was prepared with, not for those it ran with: "
           "it had the result before the clock started");
  }

  [[noreturn]] static void charge_constant() {
    charge(Charge::constant_output, "its outputs are the same whatever the inputs");
  }

  [[noreturn]] void charge_wrong() {
    require_quiet();
    const Untouched left =
        untouched(compared_tensors(arena().outputs(), values_.members()), poison_);
    if (left.elements == left.of) charge(Charge::no_output, "it writes none of its outputs");
    if (wrong_.contains(digest_)) charge_constant();
    // Integers may by chance equal the byte that they were filled with.
    if (16 * left.elements > left.of) {
      charge(Charge::partial_output, fmt::format("it leaves {} of {} elements unwritten: {}",
                                                 left.elements, left.of, verdict_.message));
    }
    // Other inputs tell constant outputs from mere errors.
    const std::string why = verdict_.message;
    if (values_.size() > 1 && wrong_.empty()) {
      wrong_.insert(digest_);
      repeat_with(0);
      if (look(0) == Look::wrong) charge_wrong();
    }
    charge(Charge::wrong, why);
  }

  const Summons& summons_;
  Random draw_;
  std::uint64_t seed_;  // for digests
  ValueSets values_;
  Performer performer_;
  double seconds_ = 0;        // of the last repetition, by the judge's clock
  std::size_t prepared_ = 0;  // the set of values that it was last prepared with
  std::uint8_t poison_ = 0;
  std::uint64_t digest_ = 0;  // of the outputs when last looked at
  Verification verdict_;
  std::set<std::uint64_t> wrong_;    // digests of wrong outputs
  std::vector<double> told_of_new_;  // of the first repetitions with each set of values
  std::vector<double> told_of_met_;
  Heard heard_;
};

}  // namespace

Heard hear(Bench& bench, const Summons& summons) { return Hearing(bench, summons).hear(); }

}  // namespace assay::judge
