#include "framework/judge/clocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

#include "framework/core/units.hpp"
#include "framework/inference/median.hpp"
#include "framework/judge/charge.hpp"
#include "framework/worker/tensor.hpp"

namespace assay::judge {
namespace {

// Seconds for reading clocks and asking devices whether they are done.
constexpr double around_each = 1e-4;

// Seconds that a request to the candidate's process and its answer may take, measured with empty
// requests. A candidate that answers them slowly on purpose gains at most `plenty`.
double message_seconds(Performer& performer) {
  constexpr double plenty = 1e-3;
  constexpr int words = 20;
  double least = plenty;
  for (int word = 0; word < words; ++word) least = std::min(least, performer.say_nothing());
  return std::min(plenty, 3 * least + around_each);
}

std::string seconds_text(double seconds) { return format_value(seconds, "s"); }

struct Amount {
  double bytes = 0;
  double elements = 0;
};

Amount amount_of(std::initializer_list<std::span<const assay_tensor>> lists) {
  Amount sum;
  for (const auto& tensors : lists) {
    for (const assay_tensor& tensor : tensors) {
      sum.bytes += static_cast<double>(memory_of(tensor).size());
      sum.elements += static_cast<double>(element_count(tensor));
    }
  }
  return sum;
}

// Seconds that copying this amount to or from where a variant works may take.
double bringing_seconds(const Performer& performer, const Amount& amount) {
  constexpr double seconds_per_byte = 5e-10;      // on the slowest bus
  constexpr double seconds_per_element = 2.5e-7;  // for a search tree on the host
  constexpr double most_for_elements = 2e-3;
  const double copying = amount.bytes * seconds_per_byte;
  if (performer.summons().in_device_memory) return copying;
  return copying + std::min(amount.elements * seconds_per_element, most_for_elements);
}

// Checks single repetitions. A busy machine only ever adds to the judge's times, so the least
// hidden time counts, and a candidate that seems to hide something is observed further.
void compare_single_repetitions(Performer& performer, double message) {
  constexpr int most_others = 20;
  const auto least_hidden = [&] { return std::ranges::min(performer.times().hidden); };
  for (int other = 0; other < most_others && least_hidden() > message; ++other) {
    performer.run(Caches::as_they_are);
  }
  if (least_hidden() <= message) return;
  charge(Charge::clock,
         fmt::format(
             "it reports {} for a repetition, but by the judge's clock each takes at least {} more",
             seconds_text(inference::median_of(performer.times().told)),
             seconds_text(least_hidden())));
}

// Checks batches of repetitions. A request and its answer take no longer for many repetitions than
// for one, so that each repetition of a batch has less time to hide in.
void compare_batches(Performer& performer) {
  constexpr double batch_seconds = 0.02;
  constexpr double fewest = 4;
  constexpr double most = 500;
  constexpr int attempts = 5;
  const double told = inference::median_of(performer.times().told);
  if (told > batch_seconds) return;
  const double times = std::clamp(std::ceil(batch_seconds / std::max(told, 1e-6)), fewest, most);
  // Restoring a structure on the heap takes longer right after the last repetition than after a
  // rest.
  constexpr double restore_varies = 2;
  const double restore = restore_varies * inference::median_of(performer.times().restore);
  const double allowed = std::max(around_each, restore);
  double least = 0;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const double hidden = performer.hidden_in_batch(static_cast<std::uint32_t>(times));
    least = attempt == 0 ? hidden : std::min(least, hidden);
    if (least <= allowed) return;
  }
  charge(Charge::clock, fmt::format("it reports {} for a repetition, but by the judge's clock, "
                                    "around {} of them in a row, each takes at least {} more",
                                    seconds_text(told), times, seconds_text(least)));
}

// Checks that a step outside the clock takes no longer than copying; a candidate that computes
// before the clock starts or after it has stopped takes longer.
void require_copies_alone(const Performer& performer, const std::vector<double>& seconds,
                          double message, const Amount& amount, Charge with, const char* what) {
  if (seconds.empty()) return;
  const double allowed = message + bringing_seconds(performer, amount);
  const double least = std::ranges::min(seconds);
  if (least <= allowed || least <= 0.25 * inference::median_of(performer.times().told)) return;
  charge(with, fmt::format("{} takes at least {}, though copying {} takes at most {}: it computes "
                           "there, where it is not timed",
                           what, seconds_text(least), format_value(amount.bytes, "B"),
                           seconds_text(allowed)));
}

}  // namespace

void compare_clocks(Performer& performer) {
  const Amount outputs = amount_of({performer.arena().outputs()});
  const Amount all = amount_of({performer.arena().inputs(), performer.arena().outputs()});
  const double message = message_seconds(performer);
  compare_single_repetitions(performer, message);
  require_copies_alone(performer, performer.times().put_out, message, outputs, Charge::late_work,
                       "delivering its outputs");
  require_copies_alone(performer, performer.times().restore, message, all, Charge::early_work,
                       "preparing for a repetition");
  compare_batches(performer);
}

}  // namespace assay::judge
