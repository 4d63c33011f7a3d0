#include "framework/replay/recorded_lanes.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// A configuration that the compiler or the device refuses to build fails before it is measured.
bool fails_to_compile(const RecordedOutcome& outcome) {
  return outcome.status == TrialStatus::compile_error;
}

}  // namespace

class RecordedLanes::RecordedLane final : public TrialLane {
 public:
  RecordedLane(const RecordedLanes& owner, std::size_t cores) : owner_(owner), cores_(cores) {}

  [[nodiscard]] std::size_t processes() const override { return cores_; }

  std::future<TrialResult> compile(TrialRequest request) override {
    const RecordedOutcome& outcome = owner_.lookup_(request);
    Compilation compilation;
    compilation.seconds = outcome.compile_seconds;
    compilation.status = fails_to_compile(outcome) ? outcome.status : TrialStatus::ok;
    auto future = compilation.result.get_future();
    compilations_.push_back(std::move(compilation));
    start_compilations();
    return future;
  }

  [[nodiscard]] bool idle() const override { return !measuring_; }

  void begin(TrialRequest request) override {
    const RecordedOutcome& outcome = owner_.lookup_(request);
    measured_.status = outcome.status;
    measured_.compile_seconds = outcome.compile_seconds;
    measuring_ = true;
    ends_ = owner_.now_ + outcome.trial_seconds() - outcome.compile_seconds;
  }

  [[nodiscard]] std::optional<Measured> poll() override {
    if (!measuring_ || ends_ > owner_.now_) return std::nullopt;
    measuring_ = false;
    return Measured{measured_, Measured::Lane::serves, ""};
  }

  // When the next thing ends.
  [[nodiscard]] double next_end() const {
    double next = measuring_ ? std::max(ends_, owner_.now_) : never;
    for (const auto& each : compilations_) next = std::min(next, each.ends);
    return next;
  }

  [[nodiscard]] std::size_t compiling() const { return std::min(cores_, compilations_.size()); }
  [[nodiscard]] bool measuring() const { return measuring_ && ends_ > owner_.now_; }

  // Ends what ends at this moment, after the clock has moved on.
  void end_due() {
    std::erase_if(compilations_, [&](Compilation& each) {
      if (each.ends > owner_.now_) return false;
      TrialResult result;
      result.status = each.status;
      result.compile_seconds = each.seconds;
      each.result.set_value(std::move(result));
      return true;
    });
    start_compilations();
  }

 private:
  struct Compilation {
    double seconds = 0;
    double ends = never;  // not begun
    TrialStatus status = TrialStatus::ok;
    std::promise<TrialResult> result;
  };

  void start_compilations() {
    for (std::size_t k = 0; k < compiling(); ++k) {
      if (compilations_[k].ends == never) {
        compilations_[k].ends = owner_.now_ + compilations_[k].seconds;
      }
    }
  }

  const RecordedLanes& owner_;
  std::size_t cores_;
  std::deque<Compilation> compilations_;  // in their order; the first ones have begun
  bool measuring_ = false;
  double ends_ = 0;
  TrialResult measured_;
};

RecordedLanes::RecordedLanes(std::size_t lanes, std::size_t cores, Lookup lookup)
    : lookup_(std::move(lookup)) {
  for (std::size_t k = 0; k < lanes; ++k) {
    lanes_.push_back(std::make_unique<RecordedLane>(*this, cores));
  }
}

RecordedLanes::~RecordedLanes() = default;

std::vector<TrialLane*> RecordedLanes::serving() const {
  std::vector<TrialLane*> serving;
  for (const auto& lane : lanes_) serving.push_back(lane.get());
  return serving;
}

std::string RecordedLanes::dismiss(const TrialLane& /*lane*/, const std::string& reason) {
  throw internal_error("a lane of records was lost: {}", reason);
}

void RecordedLanes::wait(std::chrono::milliseconds /*at_most*/) {
  double next = never;
  for (const auto& lane : lanes_) next = std::min(next, lane->next_end());
  if (next == never) throw internal_error("nothing is compiled or measured that could end");
  for (const auto& lane : lanes_) {
    compiling_seconds_ += (next - now_) * static_cast<double>(lane->compiling());
    if (lane->measuring()) measuring_seconds_ += next - now_;
  }
  now_ = next;
  for (const auto& lane : lanes_) lane->end_due();
}

}  // namespace assay
