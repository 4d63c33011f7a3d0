// Feeds a supervisor with the lines of a worker that may say anything.
#include "framework/supervisor/client.hpp"
#include "framework/supervisor/worker_process.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

// A worker process that says one line after the other, regardless of its requests, and then ends. A
// new process continues with the next line.
class Babbler final : public WorkerProcess {
 public:
  explicit Babbler(std::string_view& unsaid) : unsaid_(unsaid) {}

  bool send(const std::string&) override { return true; }
  Event receive(std::string& line, Clock::time_point) override {
    if (unsaid_.empty()) return Event::closed;
    line = take_line(unsaid_);
    return Event::line;
  }
  void kill() override {}
  void pause() override {}
  void resume() override {}
  void end(std::chrono::milliseconds) override {}
  [[nodiscard]] std::string end_and_explain(std::chrono::milliseconds) override { return "ended"; }
  [[nodiscard]] bool was_killed() const override { return false; }
  [[nodiscard]] std::string last_words() const override { return "words"; }
  void forget_words() override {}

 private:
  std::string_view& unsaid_;
};

TrialRequest request_of_babble() {
  TrialRequest request;
  request.instance = {"test/scale", {{"n", std::int64_t{4}}}};
  request.variant = "loop.cpu";
  request.turn_seconds = 0.01;
  return request;
}

void hear_worker(std::string_view input) {
  WorkerOptions options;
  options.launch = [&input] { return std::make_unique<Babbler>(input); };
  WorkerClient client(options);
  const TrialRequest request = request_of_babble();
  accepts([&] { static_cast<void>(client.catalog()); });
  accepts([&] { static_cast<void>(client.open_instance(request.instance)); });
  accepts([&] {
    const TrialResult result = client.run_trial(request, [](Turn) {});
    require(!result.ok() || !result.samples.empty(), "a trial that is ok without samples");
  });
  accepts([&] { static_cast<void>(client.run_pairs({request, "loop.cpu", "", {}, 1})); });
  accepts([&] { static_cast<void>(client.measure_peaks("cpu")); });
}

const Target worker("worker", hear_worker);

}  // namespace
}  // namespace assay::fuzz
