#include "framework/supervisor/handover.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/protocol/shared_memory.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using assay::test::contents;
using assay::test::TemporaryFolder;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A trial whose instance can be created only while the file exists.
TrialRequest trial_with(const fs::path& file, const std::string& variant = "loop.cpu",
                        Bindings configuration = {{"unroll", Value(std::int64_t{1})}}) {
  TrialRequest request = quick_trial(variant, std::move(configuration));
  // The vectors are larger than a huge page, and no multiple of it.
  request.instance.arguments = {{"n", Value(std::int64_t{300'001})},
                                {"file", Value(file.string())}};
  return request;
}

TEST_CASE("a fresh process takes over what another one created, and finds the same in it") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "needed";
  std::ofstream(file) << "to create the instance";
  WorkerClient client(test_worker());
  TrialRequest request = trial_with(file);
  request.outputs_folder = folder.path() / "first";
  fs::create_directory(request.outputs_folder);
  const TrialResult first = client.run_trial(request);
  CAPTURE(first.message);
  REQUIRE(first.ok());
  const InstanceRecord created = client.open_instance(request.instance);

  fs::remove(file);
  client.restart();
  request.outputs_folder = folder.path() / "second";
  fs::create_directory(request.outputs_folder);
  const TrialResult second = client.run_trial(request);
  CAPTURE(second.message);
  REQUIRE(second.ok());
  CHECK(second.verification_error == first.verification_error);
  const std::string outputs = contents(folder.path() / "second" / "y.npy");
  CHECK(outputs.size() > 300'001 * sizeof(double));
  CHECK(outputs == contents(folder.path() / "first" / "y.npy"));
  const InstanceRecord taken = client.open_instance(request.instance);
  CHECK(to_json(taken) == to_json(created));

  const auto wrong =
      trial_with(file, "misbehaving.cpu", {{"misdeed", Value(std::string("wrong"))}});
  client.restart();
  CHECK(client.run_trial(wrong).status == TrialStatus::wrong_output);

  WorkerClient stranger(test_worker());  // stands for a worker of another supervisor
  CHECK(stranger.run_trial(request).status == TrialStatus::error);
}

TEST_CASE("both sides of a pair run on an instance that was taken over") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "needed";
  std::ofstream(file) << "to create the instance";
  WorkerClient client(test_worker());
  const TrialRequest side = trial_with(file);
  REQUIRE(client.run_trial(side).ok());
  fs::remove(file);
  client.restart();
  CHECK(client.run_pairs({side, side.variant, "", side.configuration, 7}).ok());
}

TEST_CASE("a variant that writes into an input is found out and spoils it for no other process") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "needed";
  std::ofstream(file) << "to create the instance";
  WorkerClient client(test_worker());
  const auto misdeed =
      trial_with(file, "misbehaving.cpu", {{"misdeed", Value(std::string("write-input"))}});
  for (int process = 0; process < 3; ++process) {  // the first one creates, two take over
    CAPTURE(process);
    const TrialResult caught = client.run_trial(misdeed);
    CHECK(caught.status == TrialStatus::input_changed);
    CHECK_THAT(caught.message, contains("input 'x' was written to"));
    fs::remove(file);
    CHECK(client.run_trial(trial_with(file)).ok());
    CHECK(client.run_trial(trial_with(file)).ok());
    client.restart();
  }
}

TEST_CASE("clients that share a handover share instances, and builds of a plugin do not") {
  const auto handover = std::make_shared<Handover>();
  const InstanceKey nothing{"test/nothing", {}};
  const auto keys_after = [&](const char* build) {
    WorkerOptions options = test_worker({build});
    options.handover = handover;
    WorkerClient client(options);
    TrialRequest request;
    request.instance = nothing;
    request.variant = "empty.cpu";
    request.sampling.max_samples = 2;
    const TrialResult result = client.run_trial(request);
    CAPTURE(result.message);
    CHECK(result.ok());
    std::vector<std::string> keys;
    for (const SnapshotOffer& offer : handover->offers(nothing)) keys.push_back(offer.key);
    return keys;
  };
  CHECK(keys_after("build-1").size() == 1);
  const auto both = keys_after("build-2");
  REQUIRE(both.size() == 2);
  CHECK(both[0] != both[1]);
  CHECK(keys_after("build-1") == both);
  CHECK(handover->offers({"test/nothing", {{"other", Value(true)}}}).empty());
}

TEST_CASE(
    "a fresh process loads the plugins that an earlier one needed, and others where it must") {
  const TemporaryFolder folder;
  for (const char* name : {"scale.so", "loop_c99.so", "misbehaving.so"}) {
    fs::copy_file(fs::path(ASSAY_TEST_PLUGINS) / "good" / name, folder.path() / name);
  }
  WorkerOptions options = test_worker();
  options.plugin_folders = {folder.path()};
  options.handover = std::make_shared<Handover>();
  WorkerClient client(options);
  const TrialRequest c99 = quick_trial("loop.c99", {{"step", Value(std::int64_t{1})}});
  REQUIRE(client.run_trial(c99).ok());
  client.restart();
  CHECK(client.run_trial(c99).ok());
  CHECK(client.run_trial(misdeed("none")).ok());
  CHECK(client.catalog().plugins.size() == 3);

  fs::remove(folder.path() / "loop_c99.so");
  client.restart();
  const TrialResult gone = client.run_trial(c99);
  CHECK(gone.status == TrialStatus::invalid);
  CHECK_THAT(gone.message, contains("no loaded plugin provides a variant 'loop.c99'"));
  CHECK(client.run_trial(misdeed("none")).ok());
}

TEST_CASE("a problem's own check is taken over where it says how, and else stays at home") {
  for (const std::string problem : {"test/root", "test/root-here"}) {
    WorkerClient client(test_worker({"checked"}));
    TrialRequest request = quick_trial("newton.cpu", {{"steps", Value(std::int64_t{20})}});
    request.instance.problem = problem;
    for (int process = 0; process < 2; ++process) {
      const TrialResult right = client.run_trial(request);
      CAPTURE(problem, process, right.message);
      REQUIRE(right.ok());
      CHECK(fact(right, "references") == 1);
      CHECK(fact(right, "restored") == (problem == "test/root" ? 1 : 0));
      TrialRequest wrong = request;
      wrong.configuration = {{"steps", Value(std::int64_t{1})}};
      const TrialResult refused = client.run_trial(wrong);
      CHECK(refused.status == TrialStatus::wrong_output);
      CHECK_THAT(refused.message, contains("a square is off by 2.25"));
      client.restart();
    }
  }
}

TEST_CASE("a snapshot outlives the worker that made it, however that ended") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "needed";
  std::ofstream(file) << "to create the instance";
  WorkerClient client(test_worker());
  const auto killed =
      trial_with(file, "misbehaving.cpu", {{"misdeed", Value(std::string("segfault"))}});
  CHECK(client.run_trial(killed).status == TrialStatus::crash);
  fs::remove(file);
  CHECK(client.run_trial(trial_with(file)).ok());
}

// Whether any process of this user has the file open.
bool is_held(const struct stat& wanted) {
  std::error_code gone;
  for (const auto& process : fs::directory_iterator("/proc", gone)) {
    for (fs::directory_iterator file(process.path() / "fd", gone), end; !gone && file != end;
         file.increment(gone)) {
      struct stat status {};
      if (stat(file->path().c_str(), &status) == 0 && status.st_ino == wanted.st_ino &&
          status.st_dev == wanted.st_dev) {
        return true;
      }
    }
  }
  return false;
}

TEST_CASE("a supervisor that is killed leaves nothing behind") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t supervisor = fork();
  if (supervisor == 0) {
    WorkerOptions options = test_worker();
    options.handover = std::make_shared<Handover>();
    WorkerClient client(options);
    const auto request = quick_trial("loop.cpu", {{"unroll", Value(std::int64_t{1})}});
    static_cast<void>(client.run_trial(request));
    const auto offers = options.handover->offers(request.instance);
    struct stat status {};
    if (offers.size() != 1 || stat(offers[0].path.c_str(), &status) != 0) _exit(1);
    if (write(ends[1], &status, sizeof status) != sizeof status) _exit(1);
    pause();
    _exit(0);
  }
  close(ends[1]);
  struct stat snapshot {};
  const bool told = read(ends[0], &snapshot, sizeof snapshot) == sizeof snapshot;
  close(ends[0]);
  if (told) CHECK(is_held(snapshot));
  kill(supervisor, SIGKILL);
  REQUIRE(waitpid(supervisor, nullptr, 0) == supervisor);
  REQUIRE(told);
  bool held = true;
  for (int tries = 0; tries < 100 && held; ++tries) {
    std::this_thread::sleep_for(50ms);
    held = is_held(snapshot);
  }
  CHECK_FALSE(held);
}

TEST_CASE("snapshots used last are kept, and no more than there are file descriptors for") {
  Handover handover;
  const auto key = [](std::int64_t number) {
    return InstanceKey{"test/any", {{"number", Value(number)}}};
  };
  for (std::int64_t number = 0; number < 80; ++number) {
    const Descriptor memory = create_sealed(100, [](std::byte*) {});
    handover.keep(key(number), {"key", path_of(memory)});
    CHECK(handover.offers(key(0)).size() == 1);  // stays, because it is in use
  }
  CHECK(handover.offers(key(79)).size() == 1);
  CHECK(handover.offers(key(1)).empty());
}

TEST_CASE("what is no snapshot is not kept") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file";
  std::ofstream(file) << "anything";
  Handover handover;
  const InstanceKey key{"test/any", {}};
  for (const fs::path& path : {file, folder.path() / "missing", fs::path("/proc/self/fd/0")}) {
    handover.keep(key, {"key", path.string()});
  }
  CHECK(handover.offers(key).empty());
}

}  // namespace
