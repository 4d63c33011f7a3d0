#include "framework/tune/heat.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "framework/worker/serve.hpp"
#include "tests/catch.hpp"
#include "tests/test_plugins/trials.hpp"

namespace assay::test {
namespace {

TrialRequest loop_with(std::int64_t step) { return quick_trial("loop.c99", {{"step", step}}); }

TEST_CASE("trials of a heat come back in their order, each sampled in turns") {
  Heats heats(test_worker());
  auto request = loop_with(1);
  request.sampling.min_samples = 1'000'000;
  request.sampling.max_samples = 1'000'000;
  const std::vector requests = {request, misdeed("wrong"), request};
  for (int heat = 0; heat < 2; ++heat) {
    const auto results = heats.run(requests);
    REQUIRE(results.size() == 3);
    for (const auto& [trial, lost] : results) CHECK(lost.empty());
    CHECK(results[1].trial.status == TrialStatus::wrong_output);
    for (const std::size_t k : {0, 2}) {
      CHECK(results[k].trial.status == TrialStatus::ok);
      // The first sample after another member's turn does not count.
      const auto& samples = results[k].trial.samples;
      const auto aside = std::count_if(samples.begin() + samples.size() / 2, samples.end(),
                                       [](const Sample& sample) { return sample.warm_up; });
      CHECK(aside > 0);
    }
  }
}

TEST_CASE("who crashes or hangs in a heat costs the others nothing") {
  Heats heats(test_worker());
  auto hanging = misdeed("hang");
  hanging.run_limit_seconds = 0.3;
  const std::vector requests = {misdeed("segfault"), loop_with(1), hanging, loop_with(1)};
  const auto results = heats.run(requests);
  CHECK(results[0].trial.status == TrialStatus::crash);
  CHECK(results[1].trial.status == TrialStatus::ok);
  CHECK(results[2].trial.status == TrialStatus::timeout);
  CHECK(results[3].trial.status == TrialStatus::ok);
}

TEST_CASE("a heat can be stopped, and interrupted") {
  Heats heats(test_worker());
  auto endless = loop_with(1);
  endless.sampling.min_samples = 10'000'000;
  endless.sampling.max_samples = 10'000'000;
  endless.sampling.max_seconds = 60;
  const std::vector requests = {endless, endless};
  const bool patient = GENERATE(true, false);
  std::atomic<bool> through = false;
  std::thread stopping([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    while (!through) {
      patient ? heats.stop() : heats.interrupt();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  const auto results = heats.run(requests);
  through = true;
  stopping.join();
  for (const auto& result : results) {
    CHECK(result.trial.status == (patient ? TrialStatus::stopped : TrialStatus::crash));
  }
  CHECK(heats.run(std::vector{loop_with(1)}).front().trial.ok());
}

TEST_CASE("copies of this process that serve end when they are to") {
  WorkerOptions options = test_worker();
  const auto folders = options.plugin_folders;
  options.command.clear();
  options.serve = [folders] { return run_worker({folders, {}, {}}); };
  Heats heats(options);
  const std::vector requests(4, loop_with(1));
  for (int heat = 0; heat < 4; ++heat) {
    for (const auto& result : heats.run(requests)) CHECK(result.trial.ok());
  }
}

TEST_CASE("a worker that cannot be started is no trial's fault") {
  WorkerOptions options = test_worker();
  options.command = {"/nowhere/worker"};
  const auto results = Heats(options).run(std::vector{loop_with(1), loop_with(1)});
  REQUIRE(results.size() == 2);
  for (const auto& result : results) CHECK_THAT(result.lost, contains("/nowhere/worker"));
}

}  // namespace
}  // namespace assay::test
