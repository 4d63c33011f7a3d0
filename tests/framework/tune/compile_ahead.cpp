#include "framework/tune/compile_ahead.hpp"

#include <chrono>
#include <thread>

#include "tests/catch.hpp"
#include "tests/framework/tune/fake_lanes.hpp"

using namespace assay;
using namespace std::chrono_literals;
using assay::test::fake_worker;

namespace {

TrialRequest fake_trial(std::int64_t x) {
  TrialRequest request;
  request.configuration = {{"x", Value(x)}};
  return request;
}

}  // namespace

TEST_CASE("compilations stand still while they are suspended, and their limits do too") {
  // The fake worker tells no stages, so that the limit of its start applies to the whole call.
  WorkerOptions options = fake_worker({"--compile-ms", "400", "400"});
  options.start_seconds = 2;
  CompileAhead compiler(options, 2);
  auto first = compiler.submit(fake_trial(0));
  std::this_thread::sleep_for(200ms);  // it has begun, or is about to
  compiler.suspend();
  auto second = compiler.submit(fake_trial(1));
  CHECK_FALSE(first.ends_within(2500ms));
  CHECK_FALSE(second.ends_within(0ms));
  compiler.resume();
  CHECK(first.get().ok());
  CHECK(second.get().ok());
}

TEST_CASE("suspended compilations end with their compiler") {
  auto compiler =
      std::make_unique<CompileAhead>(fake_worker({"--compile-ms", "60000", "60000"}), 1);
  auto never = compiler->submit(fake_trial(0));
  std::this_thread::sleep_for(200ms);
  compiler->suspend();
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
