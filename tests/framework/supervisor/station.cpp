#include "framework/supervisor/station.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "framework/core/error.hpp"
#include "framework/protocol/protocol.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using namespace std::chrono_literals;

const std::string station_command =
    std::string(ASSAY_TEST_WORKER) + " --station --plugins " ASSAY_TEST_PLUGINS "/good";

// Options of workers behind a station, whose command line begins with `before`.
WorkerOptions far_worker(const std::string& before = "") {
  WorkerOptions options;
  options.station = Station::connect(before + station_command, 20);
  options.memory_gib = 1;
  return options;
}

std::string refusal(const std::string& command) {
  try {
    Station::connect(command, 1);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains(command));
    return error.what();
  }
  return "(no error)";
}

}  // namespace

TEST_CASE("processes behind one connection measure, fail and are replaced as others are") {
  const WorkerOptions options = far_worker("echo Welcome to node 7; echo '[1]'; ");
  WorkerClient measuring(options);
  WorkerClient compiling(options);
  CHECK(measuring.catalog().plugins.size() == 4);
  CHECK(measuring.run_trial(misdeed("none")).ok());
  CHECK(compiling.run_trial(misdeed("none")).ok());
  const TrialResult crashed = measuring.run_trial(misdeed("segfault"));
  CHECK(crashed.status == TrialStatus::crash);
  CHECK_THAT(crashed.message, contains("SIGSEGV"));
  CHECK_THAT(measuring.run_trial(misdeed("abort")).message, contains("about to abort"));
  auto hanging = misdeed("hang");
  hanging.run_limit_seconds = 0.3;
  CHECK(measuring.run_trial(hanging).status == TrialStatus::timeout);
  CHECK(measuring.run_trial(misdeed("chatter")).ok());
  measuring.restart();
  CHECK(measuring.run_trial(misdeed("none")).ok());
  CHECK(compiling.run_trial(misdeed("none")).ok());
}

TEST_CASE("calls from several threads go through one connection") {
  const WorkerOptions options = far_worker();
  std::vector<std::thread> threads;
  std::atomic<int> succeeded = 0;
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&, k] {
      WorkerClient client(options);
      for (int trial = 0; trial < 5; ++trial) {
        const bool bad = (trial + k) % 3 == 0;
        const bool ok = client.run_trial(misdeed(bad ? "exit" : "none")).ok();
        succeeded += ok != bad ? 1 : 0;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(succeeded == 20);
}

TEST_CASE("the limit of memory holds at the far end") {
  if (test::sanitized()) return;  // sanitized workers limit no memory
  WorkerClient client(far_worker());
  CHECK(client.run_trial(misdeed("allocate")).status == TrialStatus::out_of_memory);
}

TEST_CASE("a lost connection is no trial's fault, and all that hung on it is gone") {
  const test::TemporaryFolder folder;
  const std::string pid_file = (folder / "pid").string();
  WorkerClient client(far_worker("echo $$ > " + pid_file + "; exec "));
  REQUIRE(client.run_trial(misdeed("none")).ok());
  pid_t station = 0;
  std::ifstream(pid_file) >> station;
  std::thread killer([station] {
    std::this_thread::sleep_for(200ms);
    kill(station, SIGKILL);
  });
  CHECK_THROWS_WITH(client.run_trial(misdeed("hang")), contains("connection") && contains("lost"));
  killer.join();
  CHECK_THROWS_WITH(client.run_trial(misdeed("none")), contains("lost"));
  CHECK_THROWS_WITH(client.open_instance({"test/scale", {}}), contains("lost"));
}

TEST_CASE("a connection that falls silent is told from a trial that hangs") {
  const test::TemporaryFolder folder;
  const std::string pid_file = (folder / "pid").string();
  WorkerOptions options = far_worker("echo $$ > " + pid_file + "; exec ");
  options.start_seconds = 2;
  WorkerClient client(options);
  TrialRequest hanging = misdeed("hang");
  hanging.run_limit_seconds = 0.3;
  CHECK(client.run_trial(hanging).status == TrialStatus::timeout);
  REQUIRE(client.run_trial(misdeed("none")).ok());
  pid_t station = 0;
  std::ifstream(pid_file) >> station;
  REQUIRE(kill(station, SIGSTOP) == 0);
  CHECK_THROWS_WITH(client.run_trial(misdeed("none")), contains("no longer answers"));
  kill(station, SIGCONT);
}

TEST_CASE("whatever is no station is told with command and cure") {
  CHECK_THAT(refusal("exit 255"), contains("exit code 255") && contains("assay worker"));
  CHECK_THAT(refusal("echo who are you >&2; exit 1"), contains("who are you"));
  CHECK_THAT(refusal("/no/such/command"), contains("127"));
  CHECK_THAT(refusal("yes"), contains("no greeting in"));
  CHECK_THAT(refusal("sleep 60"), contains("start_seconds"));
  CHECK_THAT(refusal("echo '{\"assay-station\": 99, \"version\": \"9.9\"}'; cat"),
             contains("speaks protocol 99") && contains("the same version on both ends"));
  CHECK_THAT(refusal("echo '{\"assay-station\": \"x\"}'; cat"), contains("speaks protocol"));
  CHECK_THAT(refusal(std::string(ASSAY_TEST_WORKER)), contains("--process"));
}

TEST_CASE("a station that talks nonsense loses its processes, not the program") {
  const std::string greeting =
      fmt::format("echo '{{\"assay-station\": {}}}'; read request; ", protocol::version);
  for (const char* nonsense :
       {"echo nonsense", "echo '{\"process\": \"one\"}'", "echo '{\"process\": 1}'",
        "echo '{\"process\": 1, \"line\": 5}'", "echo '{\"process\": 77, \"line\": \"x\"}'",
        "echo '{\"process\": 1, \"ended\": \"e\", \"words\": \"w\"}'", "echo '[]'",
        "printf '{\"process\"'"}) {
    CAPTURE(nonsense);
    WorkerOptions options;
    options.station = Station::connect(greeting + nonsense, 20);
    WorkerClient client(options);
    CHECK_THROWS_AS(client.catalog(), Error);
  }
}

TEST_CASE("a trial that is asked to stop ends after its sample, and its worker lives on") {
  for (const bool far : {false, true}) {
    CAPTURE(far);
    WorkerClient client(far ? far_worker() : test_worker());
    TrialRequest request = misdeed("slow");
    request.sampling.min_samples = request.sampling.max_samples = 1'000'000;
    request.sampling.max_seconds = 3600;
    REQUIRE(client.run_trial(misdeed("none")).ok());
    std::atomic<bool> ended = false;
    std::thread stopper([&] {
      while (!ended) {
        std::this_thread::sleep_for(50ms);
        client.stop_trial();
      }
    });
    CHECK(client.run_trial(request).status == TrialStatus::stopped);
    ended = true;
    stopper.join();
    // A superfluous stop request does not spoil the next request.
    const InstanceRecord record = client.open_instance({"test/scale", {}});
    CHECK(record.problem == "test/scale");
  }
}
