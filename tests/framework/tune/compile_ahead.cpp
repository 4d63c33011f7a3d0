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
  CHECK(first.wait_for(2500ms) == std::future_status::timeout);
  CHECK(second.wait_for(0ms) == std::future_status::timeout);
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
