#include "framework/replay/recorded_lanes.hpp"

#include <algorithm>
#include <limits>
#include <optional>
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

  std::unique_ptr<Compilation> compile(TrialRequest request) override {
    const RecordedOutcome& outcome = owner_.lookup_(request);
    auto recorded = std::make_shared<Recorded>();
    recorded->left = outcome.compile_seconds;
    recorded->result.status = fails_to_compile(outcome) ? outcome.status : TrialStatus::ok;
    recorded->result.compile_seconds = outcome.compile_seconds;
    compilations_.push_back(recorded);
    hand_out_cores();
    return std::make_unique<Handle>(*this, std::move(recorded));
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
    for (const auto& each : compilations_) next = std::min(next, each->end());
    return next;
  }

  [[nodiscard]] std::size_t compiling() const { return std::min(cores_, compilations_.size()); }
  [[nodiscard]] bool measuring() const { return measuring_ && ends_ > owner_.now_; }

  // Ends what ends at this moment, after the clock has moved on.
  void end_due() {
    std::erase_if(compilations_, [&](const auto& each) {
      if (each->end() > owner_.now_) return false;
      each->stop(owner_.now_);
      each->ended = true;
      return true;
    });
    hand_out_cores();
  }

 private:
  // Absolute times, not sums of many small steps, keep the ends exact.
  struct Recorded {
    double left = 0;              // when it last began to go on, or stood still
    double spent = 0;             // likewise
    std::optional<double> since;  // when it began to go on; nothing: it stands still
    bool aside = false;
    bool ended = false;
    TrialResult result;

    [[nodiscard]] double end() const { return since ? *since + left : never; }
    [[nodiscard]] double seconds(double now) const { return spent + (since ? now - *since : 0); }
    void stop(double now) {
      if (!since) return;
      left -= now - *since;
      spent += now - *since;
      since.reset();
    }
  };

  class Handle final : public Compilation {
   public:
    Handle(RecordedLane& lane, std::shared_ptr<Recorded> recorded)
        : lane_(lane), recorded_(std::move(recorded)) {}

    [[nodiscard]] std::optional<TrialResult> poll() override {
      return recorded_->ended ? std::optional(recorded_->result) : std::nullopt;
    }
    [[nodiscard]] double seconds() const override { return recorded_->seconds(lane_.owner_.now_); }
    void set_aside() override { set(true); }
    void take_up() override { set(false); }

   private:
    void set(bool aside) {
      recorded_->aside = aside;
      lane_.hand_out_cores();
    }

    RecordedLane& lane_;
    std::shared_ptr<Recorded> recorded_;
  };

  // Gives the cores to the compilations in their order, but to those that were set aside last.
  void hand_out_cores() {
    std::size_t cores = cores_;
    for (const bool aside : {false, true}) {
      for (const auto& each : compilations_) {
        if (each->aside != aside) continue;
        if (cores == 0) {
          each->stop(owner_.now_);
          continue;
        }
        --cores;
        if (!each->since) each->since = owner_.now_;
      }
    }
  }

  const RecordedLanes& owner_;
  std::size_t cores_;
  std::vector<std::shared_ptr<Recorded>> compilations_;  // that have not ended, in their order
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

void RecordedLanes::wait(std::chrono::milliseconds at_most) {
  double next = never;
  for (const auto& lane : lanes_) next = std::min(next, lane->next_end());
  if (next == never) throw internal_error("nothing is compiled or measured that could end");
  next = std::min(next, now_ + std::chrono::duration<double>(at_most).count());
  for (const auto& lane : lanes_) {
    compiling_seconds_ += (next - now_) * static_cast<double>(lane->compiling());
    if (lane->measuring()) measuring_seconds_ += next - now_;
  }
  now_ = next;
  for (const auto& lane : lanes_) lane->end_due();
}

}  // namespace assay
