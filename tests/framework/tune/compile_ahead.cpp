#include "framework/tune/compile_ahead.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/framework/tune/fake_lanes.hpp"
#include "tests/temporary_folder.hpp"

using namespace assay;
using namespace std::chrono_literals;
using assay::test::fake_worker;
using assay::test::TemporaryFolder;

namespace {

TrialRequest fake_trial(std::int64_t x) {
  TrialRequest request;
  request.configuration = {{"x", Value(x)}};
  return request;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Whether a trial was ended, while it went on or while its process was being started, or dropped
// before it began.
bool is_lost(CompileAhead::Submitted& trial) try {
  return !trial.get().ok();
} catch (const std::future_error&) {
  return true;
} catch (const Error& error) {
  return contains("did not start").match(error.what());
}

}  // namespace

TEST_CASE("compilations stand still while something samples, and their limits do too") {
  // The fake worker tells no stages, so that the limit of its start applies to the whole call.
  WorkerOptions options = fake_worker({"--compile-ms", "400", "400"});
  options.start_seconds = 2;
  CompileAhead compiler(options, 2);
  auto first = compiler.submit(fake_trial(0));
  std::this_thread::sleep_for(200ms);  // it has begun, or is about to
  compiler.begin_sampling();
  auto second = compiler.submit(fake_trial(1));
  CHECK_FALSE(first.ends_within(2500ms));
  CHECK_FALSE(second.ends_within(0ms));
  compiler.end_sampling();
  CHECK(first.get().ok());
  CHECK(second.get().ok());
}

TEST_CASE("suspended compilations end with their compiler") {
  auto compiler =
      std::make_unique<CompileAhead>(fake_worker({"--compile-ms", "60000", "60000"}), 1);
  auto never = compiler->submit(fake_trial(0));
  std::this_thread::sleep_for(200ms);
  compiler->begin_sampling();
  compiler.reset();
  CHECK_FALSE(never.get().ok());
}

TEST_CASE(
    "a compilation that is set aside makes room for another, and goes on once there is room") {
  CompileAhead compiler(fake_worker({"--slow-compile", "0", "1000", "--compile-ms", "100", "100"}),
                        1);
  auto slow = compiler.submit(fake_trial(0));
  while (slow.seconds() < 0.3) std::this_thread::sleep_for(10ms);
  auto quick = compiler.submit(fake_trial(1));
  CHECK_FALSE(quick.ends_within(200ms));
  slow.set_aside();
  CHECK(quick.get().ok());
  const double seconds = slow.seconds();
  CHECK(slow.get().ok());  // without being taken up: nothing else is there to compile
  CHECK(slow.seconds() > seconds);
}

TEST_CASE("a compilation that is set aside stands still while others need the cores") {
  CompileAhead compiler(fake_worker({"--compile-ms", "60000", "60000"}), 1);
  auto first = compiler.submit(fake_trial(0));
  while (first.seconds() < 0.1) std::this_thread::sleep_for(10ms);
  first.set_aside();
  auto second = compiler.submit(fake_trial(1));
  while (second.seconds() < 0.1) std::this_thread::sleep_for(10ms);
  const double seconds = first.seconds();
  std::this_thread::sleep_for(100ms);
  CHECK(first.seconds() == seconds);
  // Taken up, it goes first, as it began first.
  first.take_up();
  const double of_second = second.seconds();
  while (first.seconds() < seconds + 0.1) std::this_thread::sleep_for(10ms);
  CHECK(second.seconds() == of_second);
}

TEST_CASE("whole trials go on side by side, as far as there is memory, and sample by turns") {
  const TemporaryFolder folder;
  const auto ticks = folder / "ticks";
  const bool large = GENERATE(false, true);
  // A trial that finds another one in the room has no memory.
  CompileAhead compiler(
      fake_worker({"--host-cores", "--compile-ms", "100", "100", "--trial-ms", "50", "--ticks",
                   ticks.string(), "--room", (folder / "room").string()}),
      4);
  std::vector<CompileAhead::Submitted> submitted;
  for (std::int64_t x = 0; x < 8; ++x) {
    TrialRequest request = fake_trial(x);
    request.on_host_cores = true;
    if (large) request.inputs = {{"x", ASSAY_F32, {std::int64_t{1} << 40}, {1}}};
    submitted.push_back(compiler.submit_whole(std::move(request)));
  }
  std::size_t failed = 0;
  for (auto& each : submitted) failed += each.get().ok() ? 0 : 1;
  CHECK((failed > 0) != large);
  std::size_t sampling = 0;
  std::ifstream lines(ticks);
  for (std::string line; std::getline(lines, line);) {
    if (line == "begins") ++sampling;
    if (line == "ends") --sampling;
    CHECK(sampling <= 1);
    if (line == "compiling") CHECK(sampling == 0);
  }
}

TEST_CASE("whole trials end when they are dropped, also while their processes start") {
  for (const auto delay : {0ms, 2ms, 5ms, 10ms, 20ms, 50ms}) {
    CompileAhead compiler(fake_worker({"--host-cores", "--compile-ms", "60000", "60000"}), 1);
    auto trial = compiler.submit_whole(fake_trial(0));
    std::this_thread::sleep_for(delay);
    compiler.drop();
    CHECK(is_lost(trial));
  }
}

TEST_CASE("whole trials end when they are dropped, also while they sample") {
  const TemporaryFolder folder;
  const auto ticks = folder / "ticks";
  CompileAhead compiler(fake_worker({"--host-cores", "--compile-ms", "200", "200", "--trial-ms",
                                     "60000", "--ticks", ticks.string()}),
                        2);
  std::vector<CompileAhead::Submitted> submitted;
  for (std::int64_t x = 0; x < 3; ++x) submitted.push_back(compiler.submit_whole(fake_trial(x)));
  while (!contains("begins").match(text_of(ticks))) std::this_thread::sleep_for(10ms);
  compiler.drop();
  for (auto& each : submitted) CHECK(is_lost(each));
  compiler.begin_sampling();  // since nothing samples any more
  auto held = compiler.submit(fake_trial(3));
  CHECK_FALSE(held.ends_within(200ms));
  compiler.end_sampling();
  CHECK(held.get().ok());
}
