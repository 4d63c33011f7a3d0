#pragma once

#include <cstdint>
#include <optional>

namespace assay {

// Decides which configuration of a space comes next. Never proposes an index twice, unless it was
// set aside, and is deterministic for a given seed and sequence of calls.
class Strategy {
 public:
  Strategy() = default;
  virtual ~Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;

  // The next configuration, or nothing when the space is exhausted.
  virtual std::optional<std::uint64_t> propose() = 0;
  // Receives the result of a configuration: its objective, or nothing for a failed trial. Also
  // called for configurations known from elsewhere, which are then never proposed.
  virtual void observe(std::uint64_t index, std::optional<double> objective) = 0;
  // Receives how many seconds sooner the search would have ended without the trial of a
  // configuration whose result is observed next; above 0. May be left out, and ignored.
  virtual void took(std::uint64_t /*index*/, double /*seconds*/) {}
  // What took() is expected to receive for a configuration; nothing if there is no telling.
  [[nodiscard]] virtual std::optional<double> expected_seconds(std::uint64_t /*index*/) {
    return std::nullopt;
  }
  // Receives that the trial of a configuration was set aside, after as many seconds of the kind
  // that took() is about, since it takes much longer than expected. Its result may still be
  // observed. To have it taken up again, in place of another configuration, propose it once more.
  virtual void set_aside(std::uint64_t /*index*/, double /*seconds*/) {}
  // Marks a configuration as tried by someone else: it is not proposed, but its result may be
  // observed.
  virtual void exclude(std::uint64_t index) = 0;
};

}  // namespace assay
