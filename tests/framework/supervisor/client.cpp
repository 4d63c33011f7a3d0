#include "framework/supervisor/client.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <future>

#include "framework/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using assay::test::TemporaryFolder;

void require_opencl(WorkerClient& client) {
  for (const auto& device : client.catalog().devices) {
    if (device.backend == "opencl") return;
  }
  assay::test::skip_without_opencl();
}

TEST_CASE("a trial is verified and sampled, with phases and facts") {
  WorkerClient client(test_worker());
  TrialRequest request = quick_trial("loop.cpu", {{"unroll", Value(std::int64_t{2})}});
  request.instance.arguments = {{"precision", Value(std::string("float"))}};
  request.objective.name = "phase:multiply";
  const TrialResult result = client.run_trial(request);
  CAPTURE(result.message);
  REQUIRE(result.status == TrialStatus::ok);
  CHECK(result.message.empty());
  REQUIRE(result.verification_error);
  CHECK(*result.verification_error <= 1);
  REQUIRE(result.samples.size() >= 9);
  for (const auto& sample : result.samples) {
    CHECK(sample.seconds > 0);
    REQUIRE(sample.phases.size() == 1);
    CHECK(sample.phases[0].name == "multiply");
    CHECK(sample.phases[0].host_seconds <= sample.seconds);
  }
  CHECK(fact(result, "loops") == 1);
  CHECK(result.prepare_seconds > 0);
  CHECK(fact(result, "prepare_seconds") == result.prepare_seconds);
}

TEST_CASE("a problem's own check judges outputs and attaches facts to the trial") {
  WorkerClient client(test_worker({"checked"}));
  TrialRequest request = quick_trial("newton.cpu", {{"steps", Value(std::int64_t{20})}});
  request.instance.problem = "test/root";
  const TrialResult right = client.run_trial(request);
  CAPTURE(right.message);
  REQUIRE(right.status == TrialStatus::ok);
  CHECK(fact(right, "worst") >= 0);
  CHECK(fact(right, "worst") < 1e-12);
  CHECK(fact(right, "references") == 1);  // computed before the first check, and only once
  CHECK(fact(right, "created") == -1);
  CHECK(*right.verification_error == Approx(fact(right, "worst") / 1e-9));

  request.configuration = {{"steps", Value(std::int64_t{1})}};
  const TrialResult wrong = client.run_trial(request);
  CHECK(wrong.status == TrialStatus::wrong_output);
  CHECK_THAT(wrong.message, contains("a square is off by 2.25"));
}

TEST_CASE("the C99 variant is measured like any other, in both precisions") {
  WorkerClient client(test_worker());
  for (const char* precision : {"float", "double"}) {
    for (const std::int64_t step : {1, 3}) {
      auto request = quick_trial("loop.c99", {{"step", Value(step)}});
      request.instance.arguments = {{"precision", Value(std::string(precision))}};
      const TrialResult result = client.run_trial(request);
      CAPTURE(result.message);
      CHECK(result.ok());
    }
  }
}

TEST_CASE("instances are described with all arguments, and their digest tells data apart") {
  WorkerClient client(test_worker());
  const InstanceRecord record = client.open_instance({"test/scale", {}});
  CHECK(record.arguments.size() == 4);
  CHECK(record.work.flops == 1000);
  CHECK(record.work.double_precision);
  REQUIRE(record.facts.size() == 1);
  CHECK(record.facts[0].value == 1000);
  const auto digest = [&](const Bindings& arguments) {
    return client.open_instance({"test/scale", arguments}).input_digest;
  };
  CHECK(digest({}) == record.input_digest);
  CHECK(digest({{"n", Value(std::int64_t{1001})}}) != record.input_digest);
  // The integer is taken as 4.0, which makes another digest.
  CHECK(digest({{"factor", Value(std::int64_t{4})}}) != record.input_digest);
  client.restart();
  CHECK(digest({}) == record.input_digest);
}

TEST_CASE("bad arguments are usage errors, missing data is the environment's") {
  WorkerClient client(test_worker());
  const auto kind_of = [&](const std::string& problem, const Bindings& arguments) {
    try {
      client.open_instance({problem, arguments});
    } catch (const Error& error) {
      UNSCOPED_INFO(error.what());
      return error.kind();
    }
    FAIL("no error");
    return ErrorKind::internal;
  };
  CHECK(kind_of("test/skale", {}) == ErrorKind::usage);
  CHECK(kind_of("test/scale", {{"m", Value(std::int64_t{1})}}) == ErrorKind::usage);
  CHECK(kind_of("test/scale", {{"n", Value(1.5)}}) == ErrorKind::usage);
  CHECK(kind_of("test/scale", {{"precision", Value(std::string("half"))}}) == ErrorKind::usage);
  CHECK(kind_of("test/scale", {{"n", Value(std::int64_t{-1})}}) == ErrorKind::usage);
  CHECK(kind_of("test/scale", {{"file", Value(std::string("no-such-file"))}}) ==
        ErrorKind::environment);
}

TEST_CASE("relative paths in arguments start at the data folder") {
  const TemporaryFolder folder;
  std::ofstream(folder / "here.csv") << "1\n";
  WorkerOptions options = test_worker();
  options.data_folder = folder.path();
  WorkerClient client(options);
  CHECK_NOTHROW(client.open_instance({"test/scale", {{"file", Value(std::string("here.csv"))}}}));
  CHECK_NOTHROW(
      client.open_instance({"test/scale", {{"file", Value((folder / "here.csv").string())}}}));
}

TEST_CASE("every misdeed of a variant becomes its trial's status, and the next trial goes on") {
  WorkerClient client(test_worker());
  struct Expected {
    const char* misdeed;
    TrialStatus status;
    const char* message;
  };
  const Expected expected = GENERATE(
      Expected{"wrong", TrialStatus::wrong_output, "[500]"},
      Expected{"wrong-later", TrialStatus::wrong_output, "[0]"},
      Expected{"wrong-fifth", TrialStatus::wrong_output, "[7]"},
      Expected{"idle-later", TrialStatus::wrong_output, "output 'y'"},
      Expected{"read-after", TrialStatus::wrong_output, "[7]"},
      Expected{"write-far-before", TrialStatus::crash, "bytes before output 'y'"},
      Expected{"write-far-after", TrialStatus::crash, "bytes after the end of output 'y'"},
      Expected{"nan", TrialStatus::not_finite, "nan"},
      Expected{"infinity", TrialStatus::not_finite, "inf"},
      Expected{"unwritten", TrialStatus::not_finite, "never written"},
      Expected{"write-before", TrialStatus::out_of_bounds, "output 'y' was overwritten, up to"},
      Expected{"write-after", TrialStatus::out_of_bounds, "bytes after its end"},
      Expected{"write-input", TrialStatus::input_changed, "input"},
      Expected{"segfault", TrialStatus::crash, "SIGSEGV"},
      Expected{"abort", TrialStatus::crash, "about to abort"},
      Expected{"exit", TrialStatus::crash, "exit code 7"},
      Expected{"throw", TrialStatus::error, "thrown in run"},
      Expected{"unsupported", TrialStatus::unsupported, "not on Sundays"},
      Expected{"chatter", TrialStatus::ok, ""}, Expected{"flood", TrialStatus::ok, ""},
      Expected{"deep-stack", TrialStatus::ok, ""});
  const TrialResult result = client.run_trial(misdeed(expected.misdeed));
  CAPTURE(expected.misdeed, result.message);
  CHECK(std::string(to_string(result.status)) == to_string(expected.status));
  CHECK_THAT(result.message, contains(expected.message));
  const TrialResult after = client.run_trial(misdeed("none"));
  CAPTURE(after.message);
  CHECK(after.ok());
}

TEST_CASE("exceptions across the boundary and failures without a reason are errors") {
  WorkerClient client(test_worker());
  const auto run = [&](const char* place) {
    return client.run_trial(quick_trial("thrower.cpu", {{"place", Value(std::string(place))}}));
  };
  CHECK(run("prepare").status == TrialStatus::error);
  CHECK_THAT(run("run").message, contains("other than a std::exception"));
  CHECK_THAT(run("nowhere").message, contains("without giving a reason"));
}

TEST_CASE("a hang ends at the limit of its stage") {
  WorkerClient client(test_worker());
  auto request = misdeed("hang");
  request.run_limit_seconds = 0.3;
  const TrialResult in_run = client.run_trial(request);
  CHECK(in_run.status == TrialStatus::timeout);
  CHECK_THAT(in_run.message, contains("stage 'run'"));
  request = misdeed("hang-in-prepare");
  request.compile_limit_seconds = 0.3;
  const TrialResult in_prepare = client.run_trial(request);
  CHECK(in_prepare.status == TrialStatus::timeout);
  CHECK_THAT(in_prepare.message, contains("stage 'prepare'"));
  CHECK(client.run_trial(misdeed("none")).ok());
}

TEST_CASE("shared memory counts, and who holds too much of it costs its trial") {
  if (test::sanitized()) return;  // sanitized workers limit no memory
  WorkerClient client(test_worker());
  const TrialResult result = client.run_trial(misdeed("share"));
  CHECK(result.status == TrialStatus::crash);
  CHECK_THAT(result.message, contains("more than its limit of 1 GiB"));
  CHECK(client.run_trial(misdeed("none")).ok());
}

TEST_CASE("memory exhausted is a status, and the worker lives on") {
  if (test::sanitized()) return;  // sanitized workers limit no memory
  WorkerClient client(test_worker());
  REQUIRE(client.run_trial(misdeed("none")).ok());
  const pid_t before = worker_process();
  CHECK(client.run_trial(misdeed("allocate")).status == TrialStatus::out_of_memory);
  CHECK(client.run_trial(misdeed("none")).ok());
  CHECK(worker_process() == before);
}

TEST_CASE("a worker at rest that is held does not wake for the next call before its release") {
  WorkerClient client(test_worker());
  REQUIRE(client.run_trial(misdeed("none")).ok());
  client.rest();
  client.hold();
  auto next = std::async(std::launch::async, [&] { return client.run_trial(misdeed("none")); });
  CHECK(next.wait_for(std::chrono::milliseconds(300)) == std::future_status::timeout);
  client.release();
  CHECK(next.get().ok());
  client.hold();
  client.rest();
  client.release();  // which does not end the rest, but the next call does
  CHECK(client.run_trial(misdeed("none")).ok());
}

TEST_CASE("a slow first repetition is no sample, however few follow") {
  // It takes 60 ms, the others take 2.
  WorkerClient client(test_worker());
  TrialRequest request = misdeed("slow-once");
  request.sampling.max_seconds = 2;
  const TrialResult result = client.run_trial(request);
  REQUIRE(result.ok());
  REQUIRE(result.samples.size() > 6);
  CHECK(result.samples.front().seconds < 0.05);
  request.sampling.race_limit = 1e-9;  // so that two samples are enough
  const TrialResult raced = client.run_trial(request);
  REQUIRE(raced.ok());
  CHECK(raced.samples.size() == 2);
  for (const Sample& sample : raced.samples) CHECK(sample.seconds < 0.05);
}

TEST_CASE("a slow configuration is raced out, and one beyond the budget is run once") {
  WorkerClient client(test_worker());
  TrialRequest request = misdeed("slow");
  request.sampling.max_seconds = 10;
  request.sampling.race_limit = 0.015;  // seconds; a sample takes about 20 ms
  const TrialResult near = client.run_trial(request);
  CHECK(near.stop == StopReason::raced);
  CHECK(near.samples.size() >= 6);  // more if the first ones were warm-up
  CHECK(near.samples.size() < 30);
  request.sampling.race_limit = 0.002;
  const TrialResult far = client.run_trial(request);
  CHECK(far.stop == StopReason::raced);
  CHECK(far.samples.size() == 2);
  request.sampling.max_seconds = 0.001;
  const TrialResult once = client.run_trial(request);
  CHECK(once.stop == StopReason::budget);
  CHECK(once.samples.size() == 1);
}

TEST_CASE("configurations and objectives that do not fit are invalid, not fatal") {
  WorkerClient client(test_worker());
  CHECK(client.run_trial(quick_trial("loop.cpu", {})).status == TrialStatus::invalid);
  CHECK(client.run_trial(quick_trial("loop.cpu", {{"unroll", Value(std::string("2"))}})).status ==
        TrialStatus::invalid);
  CHECK_THAT(client
                 .run_trial(quick_trial("loop.cpu", {{"unroll", Value(std::int64_t{1})},
                                                     {"unrol", Value(std::int64_t{1})}}))
                 .message,
             contains("unroll"));
  CHECK_THAT(client.run_trial(quick_trial("lop.cpu", {})).message, contains("loop.cpu"));
  auto request = misdeed("none");
  request.objective.name = "phase:kernel";
  CHECK(client.run_trial(request).status == TrialStatus::invalid);
  request = misdeed("none");
  request.instance.arguments = {{"n", Value(std::int64_t{-1})}};
  CHECK(client.run_trial(request).status == TrialStatus::invalid);
}

TEST_CASE("two builds of a plugin run in one process and share nothing") {
  WorkerClient client(test_worker({"build-1", "build-2"}));
  REQUIRE(client.catalog().plugins.size() == 2);
  for (const int number : {1, 2}) {
    TrialRequest request;
    request.instance.problem = "test/nothing";
    request.variant = "empty.cpu";
    request.build_id = client.catalog().plugins[static_cast<std::size_t>(number - 1)].build_id;
    request.sampling.max_samples = 10 * static_cast<unsigned>(number);
    request.sampling.relative_width = -1;  // never precise
    request.sampling.max_seconds = 10;
    const TrialResult result = client.run_trial(request);
    CAPTURE(result.message);
    REQUIRE(result.ok());
    CHECK(fact(result, "build") == number);
    CHECK(fact(result, "runs") == 10 * number + 2);  // the first and the last run are verified only
  }
}

TEST_CASE("broken plugins are named, the others serve") {
  WorkerClient client(test_worker({"broken", "good"}));
  CHECK(client.catalog().skipped.size() == 9);
  CHECK(client.catalog().plugins.size() == 4);
  CHECK(client.run_trial(misdeed("none")).ok());
}

// ---- devices -----------------------------------------------------------------------------------

TrialRequest opencl_trial(const std::string& name) {
  TrialRequest request = quick_trial("misbehaving.opencl", {{"misdeed", Value(name)}});
  request.instance.arguments = {{"precision", Value(std::string("float"))}};
  return request;
}

WorkerOptions opencl_worker() {
  WorkerOptions options = test_worker();
  options.memory_gib = 0;  // OpenCL runtimes reserve much more than they use
  return options;
}

TEST_CASE("device work is timed by phases and verified") {
  WorkerClient client(opencl_worker());
  require_opencl(client);
  const TrialResult result = client.run_trial(opencl_trial("none"));
  CAPTURE(result.message);
  REQUIRE(result.ok());
  for (const auto& sample : result.samples) {
    REQUIRE(sample.phases.size() == 1);
    CHECK(sample.phases[0].device_seconds > 0);
    CHECK(sample.device_seconds == Approx(sample.phases[0].device_seconds));
  }
  CHECK(client.compile(opencl_trial("none")).ok());
}

TEST_CASE("copies that overlap and queues that wait for each other give the right result") {
  WorkerClient client(opencl_worker());
  require_opencl(client);
  const TrialResult result = client.run_trial(opencl_trial("async"));
  CAPTURE(result.message);
  REQUIRE(result.ok());
  for (const auto& sample : result.samples) CHECK(sample.device_seconds > 0);
}

TEST_CASE("device code that does not compile or writes out of bounds is told so") {
  WorkerClient client(opencl_worker());
  require_opencl(client);
  const TrialResult broken = client.run_trial(opencl_trial("compile-error"));
  CHECK(broken.status == TrialStatus::compile_error);
  CHECK_THAT(broken.message, contains("error"));
  CHECK(client.compile(opencl_trial("compile-error")).status == TrialStatus::compile_error);
  const TrialResult outside = client.run_trial(opencl_trial("write-after"));
  CHECK(outside.status == TrialStatus::out_of_bounds);
  CHECK_THAT(outside.message, contains("device buffer") && contains("bytes after its end") &&
                                  contains("buffer number "));
  const TrialResult changed = client.run_trial(opencl_trial("write-input"));
  CHECK(changed.status == TrialStatus::input_changed);
  CHECK_THAT(changed.message, contains("input 'x' was written to") && contains("output = true"));
  CHECK(client.run_trial(opencl_trial("write-input-restored")).ok());
  CHECK(client.run_trial(opencl_trial("wrong-fifth")).status == TrialStatus::wrong_output);
  CHECK_FALSE(client.run_trial(opencl_trial("idle-later")).ok());
  CHECK(client.run_trial(opencl_trial("none")).ok());
}

TEST_CASE("a variant on a device of another backend is unsupported, an unknown device an error") {
  WorkerClient client(test_worker());
  auto request = opencl_trial("none");
  request.device = "cpu";
  CHECK(client.run_trial(request).status == TrialStatus::unsupported);
  request.device = "cuda:77";
  CHECK(client.run_trial(request).status == TrialStatus::invalid);
}

}  // namespace
