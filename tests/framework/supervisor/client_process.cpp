// Tests of the worker as a process, as its client sees it: stopped, killed, replaced, never
// started.
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <thread>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/supervisor/client.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using assay::test::TemporaryFolder;
using namespace std::chrono_literals;

// Whether the process is stopped, which the kernel reports as state T, within 200 ms; a signal
// takes time to arrive.
bool comes_to_rest(pid_t process) {
  for (int glance = 0; glance < 100; ++glance) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string text{std::istreambuf_iterator<char>(stat), {}};
    if (text.size() > text.rfind(')') + 2 && text[text.rfind(')') + 2] == 'T') return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

TEST_CASE("a process on the host's cores is stopped while it waits for any turn but its first") {
  WorkerClient client(test_worker());
  TrialRequest request = quick_trial("loop.cpu", {{"unroll", Value(std::int64_t{2})}});
  request.turn_seconds = 1e-9;        // shorter than any sample, so that there are several turns
  request.sampling.max_seconds = 60;  // however busy the machine is
  for (const bool on_host_cores : {true, false}) {
    request.on_host_cores = on_host_cores;
    std::map<Turn, bool> rests;
    const TrialResult result = client.run_trial(request, [&](Turn turn) {
      if (!rests.contains(turn)) rests[turn] = comes_to_rest(worker_process());
    });
    CAPTURE(on_host_cores, result.message);
    CHECK(result.ok());
    CHECK(rests == std::map<Turn, bool>{{Turn::first, false},
                                        {Turn::next, on_host_cores},
                                        {Turn::last, on_host_cores}});
  }
}

TEST_CASE("a worker rests until the next call, or its end") {
  WorkerClient client(test_worker());
  client.rest();  // no process has been started yet
  for (int round = 0; round < 2; ++round) {
    static_cast<void>(client.open_instance({"test/scale", {}}));
    client.rest();
    client.rest();
    CHECK(comes_to_rest(worker_process()));
  }
  client.restart();
  CHECK(client.run_trial(misdeed("none")).ok());
}

// Kills, for as long as it lives, each worker shortly after it has seen it.
class Killer {
 public:
  Killer() : thread_([this] { run(); }) {}
  ~Killer() {
    ending_ = true;
    thread_.join();
  }
  Killer(const Killer&) = delete;
  Killer& operator=(const Killer&) = delete;

 private:
  void run() {
    while (!ending_) {
      const pid_t worker = worker_process();
      std::this_thread::sleep_for(100ms);
      if (worker > 0) kill(worker, SIGKILL);
    }
  }

  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

TEST_CASE("a trial whose worker is killed from outside is taken once more, and that is told") {
  WorkerClient client(test_worker());
  REQUIRE(client.run_trial(misdeed("none")).ok());
  TrialRequest request = quick_trial("loop.cpu", {{"unroll", Value(std::int64_t{2})}});
  request.turn_seconds = 1e-9;        // shorter than any sample, so that there are several turns
  request.sampling.max_seconds = 60;  // however busy the machine is
  bool killed = false;
  const TrialResult result = client.run_trial(request, [&](Turn turn) {
    if (turn == Turn::next && !std::exchange(killed, true)) kill(worker_process(), SIGKILL);
  });
  CAPTURE(result.message);
  CHECK(result.ok());
  CHECK(killed);
  CHECK(fact(result, "workers_lost") == 1);
  CHECK(fact(client.run_trial(misdeed("none")), "workers_lost") == -1);
}

TEST_CASE("a trial whose workers are killed again and again is not blamed for it") {
  WorkerClient client(test_worker());
  REQUIRE(client.run_trial(misdeed("none")).ok());
  const Killer killer;
  CHECK_THROWS_WITH(client.run_trial(misdeed("hang")),
                    contains("their trial is not recorded") && contains("SIGKILL"));
}

// A test worker whose first process dies at its first request.
WorkerOptions dying_once(const std::filesystem::path& folder) {
  WorkerOptions options = test_worker();
  options.command = {"/bin/sh", "-c",
                     fmt::format("if mkdir '{}' 2>/dev/null; then echo '{{\"assay-worker\": {}}}'; "
                                 "read request; kill -9 $$; fi; exec \"$0\" \"$@\"",
                                 (folder / "once").string(), protocol::version),
                     ASSAY_TEST_WORKER};
  return options;
}

TEST_CASE("a worker killed while it describes itself, measures peaks or creates is replaced") {
  const TemporaryFolder describing;
  const TemporaryFolder measuring;
  const TemporaryFolder creating;
  CHECK(WorkerClient(dying_once(describing.path())).catalog().plugins.size() == 4);
  CHECK(WorkerClient(dying_once(measuring.path())).measure_peaks("cpu").bandwidth > 0);
  CHECK(WorkerClient(dying_once(creating.path())).open_instance({"test/scale", {}}).problem ==
        "test/scale");
}

TEST_CASE("a worker that died between calls is replaced") {
  WorkerClient client(test_worker());
  REQUIRE(client.run_trial(misdeed("none")).ok());
  kill(worker_process(), SIGKILL);
  CHECK(client.run_trial(misdeed("none")).ok());
}

TEST_CASE("what a trial did to its process is not the next one's fault") {
  for (const char* name : {"close-input", "fork-twice"}) {
    CAPTURE(name);
    WorkerClient client(test_worker());
    static_cast<void>(client.run_trial(misdeed(name)));
    for (int innocent = 0; innocent < 3; ++innocent) {
      const TrialResult result = client.run_trial(misdeed("none"));
      CAPTURE(result.message);
      CHECK(result.ok());
    }
  }
}

TEST_CASE("a failure quotes what was said during the trial, not before") {
  WorkerClient client(test_worker());
  REQUIRE(client.run_trial(misdeed("flood")).ok());
  const TrialResult result = client.run_trial(misdeed("exit"));
  CHECK(result.status == TrialStatus::crash);
  CHECK_THAT(result.message, !contains("much ado"));
  CHECK_THAT(client.run_trial(misdeed("abort")).message, contains("about to abort"));
}

TEST_CASE("interrupt ends the call in flight from another thread") {
  WorkerClient client(test_worker());
  std::thread other([&] {
    std::this_thread::sleep_for(300ms);
    client.interrupt();
  });
  const TrialResult result = client.run_trial(misdeed("hang"));
  other.join();
  CHECK(result.status == TrialStatus::crash);
  CHECK_THAT(result.message, contains("interrupted"));
  client.restart();
  client.interrupt();  // has no effect while nothing is running
  CHECK(client.run_trial(misdeed("none")).ok());
}

TEST_CASE("no worker outlives its client") {
  {
    WorkerClient client(test_worker());
    REQUIRE(client.run_trial(misdeed("none")).ok());
    CHECK(worker_process() > 0);
  }
  CHECK(worker_process() == 0);
}

WorkerOptions script(const std::string& text) {
  WorkerOptions options = test_worker();
  options.command = {"/bin/sh", "-c", text, ASSAY_TEST_WORKER};
  options.start_seconds = 2;
  return options;
}

TEST_CASE("banners before the greeting are passed over") {
  WorkerOptions options = script("echo Welcome to node 7; echo '{}'; echo; exec \"$0\" \"$@\"");
  options.start_seconds = 60;
  WorkerClient client(options);
  CHECK(client.catalog().plugins.size() == 4);
}

TEST_CASE("what cannot be started, ends, keeps silent or babbles is an environment error") {
  const auto message = [](WorkerOptions options) -> std::string {
    WorkerClient client(std::move(options));
    try {
      static_cast<void>(client.run_trial(misdeed("none")));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      return error.what();
    }
    return "(no error)";
  };
  WorkerOptions missing = test_worker();
  missing.command = {"/no/such/program"};
  CHECK_THAT(message(missing), contains("No such file"));
  CHECK_THAT(message(script("echo cannot log in >&2; exit 5")), contains("exit code 5"));
  CHECK_THAT(message(script("echo cannot log in >&2; exit 5")), contains("cannot log in"));
  WorkerOptions silent = script("sleep 30");
  silent.start_seconds = 0.2;
  CHECK_THAT(message(silent), contains("no greeting within 0.2 s"));
  CHECK_THAT(message(script("yes")), contains("lines of output"));
  CHECK_THAT(message(script("echo '{\"assay-worker\": 77, \"version\": \"9.9\"}'; cat")),
             contains("speaks protocol 77"));
}

TEST_CASE("a worker that breaks the protocol costs the trial") {
  const std::string greeting =
      fmt::format("echo '{{\"assay-worker\": {}}}'; read request; ", protocol::version);
  for (const char* nonsense :
       {"echo nonsense", "echo '{\"id\": 99, \"ok\": {}}'", "echo '[]'", "echo '{\"id\": 1}'",
        "echo '{\"id\": 1, \"stage\": \"lunch\"}'", "echo '{\"id\": 1, \"ok\": {}}'",
        "echo '{\"id\": 1, \"ok\": 5}'", "echo '{\"id\": 1, \"error\": 5}'", "printf '{\"id\"'"}) {
    CAPTURE(nonsense);
    WorkerClient client(script(greeting + nonsense + "; exit 0"));
    const TrialResult result = client.run_trial(misdeed("none"));
    CHECK_FALSE(result.ok());
    CHECK_FALSE(result.message.empty());
  }
}

}  // namespace
