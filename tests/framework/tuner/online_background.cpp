// Tests of a program that tunes online while threads compile in the background. A compiler that has
// to wait is one that includes a pipe, which nobody writes to yet.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <assay/online_tuner.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "tests/catch.hpp"
#include "tests/framework/tuner/opencl_program.hpp"
#include "tests/temporary_folder.hpp"

using assay::Configuration;
using assay::NativeQueue;
using assay::OnlineTuner;
using assay::Tuner;
using assay::test::OpenclProgram;
using assay::test::TemporaryFolder;

namespace {

constexpr std::size_t elements = 1024;

// A header that compilers wait for until it is opened, at the latest after a minute, so that a test
// ends in any case.
class Gate {
 public:
  explicit Gate(const std::filesystem::path& folder)
      : header_(folder / "gate.h"), pipe_(folder / "pipe") {
    REQUIRE(mkfifo(header_.c_str(), 0600) == 0);
    guard_ = std::thread([this] {
      for (int k = 0; k < 600 && !opened_; ++k) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
      if (!opened_) open();
    });
  }
  ~Gate() {
    if (!opened_) open();
    guard_.join();
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  [[nodiscard]] bool is_open() const { return opened_; }
  // Whether a compiler waits. It goes on waiting as long as the pipe is open here.
  [[nodiscard]] bool is_awaited() {
    if (writer_ < 0) writer_ = ::open(header_.c_str(), O_WRONLY | O_NONBLOCK);
    return writer_ >= 0;
  }
  void open() {
    if (opened_.exchange(true)) return;
    // Whoever comes later finds a file; whoever waits finds the end of the pipe.
    std::filesystem::rename(header_, pipe_);
    std::ofstream(header_) << "\n";
    if (writer_ < 0) writer_ = ::open(pipe_.c_str(), O_WRONLY | O_NONBLOCK);
    if (writer_ >= 0) close(writer_);
  }

 private:
  std::filesystem::path header_;
  std::filesystem::path pipe_;
  std::atomic<bool> opened_ = false;
  std::atomic<int> writer_ = -1;
  std::thread guard_;
};

// Adds 1; its second configuration has to pass the gate.
Tuner gated(const TemporaryFolder& folder) {
  const std::string file = (folder / "add.cl").string();
  // The name of the folder makes the source a new one for caches of drivers.
  std::ofstream(file) << "__constant char name[] = \"" << folder.path().string() << R"(";
#if gated == 1
#include <gate.h>
#endif
__kernel void add(__global float* out, __global const float* in) {
  out[get_global_id(0)] = in[get_global_id(0)] + (name[0] == '/' ? 1.0f : 0.0f);
}
)";
  Tuner tuner("test/gated");
  tuner.kernel(file, {"out", "in"}).local({"32"}).global({"n"}).parameter("gated", {0, 1});
  tuner.options("-I" + folder.path().string()).strategy("exhaustive");
  return tuner;
}

struct GatedProgram {
  TemporaryFolder folder;
  OpenclProgram program;
  cl_mem in = program.buffer(std::vector<float>(elements, 0.5F));
  cl_mem out = program.buffer(std::vector<float>(elements));
  OnlineTuner::Numbers size = {{"n", static_cast<int>(elements)}};

  // Does a step and checks its work.
  OnlineTuner::Step step(OnlineTuner& online) {
    program.write(out, std::vector<float>(elements));
    OnlineTuner::Step done = online.step({{"in", in}, {"out", out}});
    REQUIRE(done.right);
    REQUIRE(program.read(out, elements) == std::vector<float>(elements, 1.5F));
    return done;
  }
};

}  // namespace

TEST_CASE("steps do not wait for a compiler after the first one has done its work") {
  GatedProgram here;
  Gate gate(here.folder.path());
  OnlineTuner online(gated(here.folder), NativeQueue::opencl(here.program.queue), here.size);
  int waiting = 0;
  while (waiting < 100 && !gate.is_open()) {
    const OnlineTuner::Step done = here.step(online);
    CHECK(done.configuration.integer("gated") == 0);
    CHECK(done.seconds);
    if (gate.is_awaited()) ++waiting;
  }
  REQUIRE_FALSE(gate.is_open());
  CHECK_FALSE(online.tuned());
  // Only runs that the search asked for count.
  CHECK(online.best()->samples == 3);
  gate.open();
  std::set<std::string> run;
  while (!online.tuned()) run.insert(here.step(online).configuration.str());
  CHECK(run == std::set<std::string>{"gated=0", "gated=1"});
  CHECK(online.best()->samples >= 10);
}

TEST_CASE("an online tuner ends while something is being compiled") {
  GatedProgram here;
  const auto references = here.program.references();
  Gate gate(here.folder.path());
  std::thread opener;
  {
    OnlineTuner online(gated(here.folder), NativeQueue::opencl(here.program.queue), here.size);
    while (!gate.is_awaited() && !gate.is_open()) here.step(online);
    REQUIRE_FALSE(gate.is_open());
    const OnlineTuner moved = std::move(online);
    opener = std::thread([&gate] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      gate.open();
    });
  }
  CHECK(gate.is_open());  // it has waited for the compiler
  opener.join();
  CHECK(here.program.has_again(references));
}

TEST_CASE("as many threads compile as the program says, and all configurations are tried") {
  const std::size_t threads = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{3});
  GatedProgram here;
  const std::string file = (here.folder / "add.cl").string();
  std::ofstream(file) << R"(
#if broken == 1
this is no C
#endif
__kernel void add(__global float* out, __global const float* in) {
  float x = in[get_global_id(0)];
  for (int k = 0; k < rounds; ++k) x = fabs(sin(x)) > 2.0f ? x + 1.0f : x;
  out[get_global_id(0)] = x + 1.0f;
}
)";
  Tuner tuner("test/background");
  tuner.kernel(file, {"out", "in"})
      .local({"32"})
      .global({"n"})
      .parameter("rounds", {400, 1, 40, 100})
      .parameter("broken", {0, 1});
  OnlineTuner online(tuner, NativeQueue::opencl(here.program.queue), here.size);
  online.compile_threads(threads);
  std::set<std::int64_t> tried;
  while (!online.tuned()) {
    const OnlineTuner::Step done = here.step(online);
    CHECK(done.configuration.integer("broken") == 0);
    tried.insert(done.configuration.integer("rounds"));
    // At any time, and as often as the program likes.
    if (tried.size() == 2) online.compile_threads(2);
  }
  CHECK(tried == std::set<std::int64_t>{1, 40, 100, 400});
  CHECK(online.best()->configuration.integer("rounds") == 1);
  // Once the choice is made, a step only enqueues.
  CHECK_FALSE(here.step(online).seconds);
}
