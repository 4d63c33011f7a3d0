// Tests of a child process that is stopped and resumed.
#include "framework/supervisor/process.hpp"

#include <chrono>
#include <thread>

#include "tests/catch.hpp"

using namespace assay;
using namespace std::chrono_literals;

namespace {

using Event = WorkerProcess::Event;

// A command that repeats each line that it receives.
std::vector<std::string> echo() { return {"/bin/sh", "-c", "while read -r x; do echo $x; done"}; }

Event hear(WorkerProcess& process, std::string& line, std::chrono::milliseconds patience) {
  return process.receive(line, WorkerProcess::Clock::now() + patience);
}

}  // namespace

TEST_CASE("a paused process does nothing before it is resumed, and has lost nothing then") {
  ChildProcess process(echo(), ChildLimits{});
  std::string line;
  REQUIRE(process.send("one"));
  REQUIRE(hear(process, line, 20s) == Event::line);
  process.pause();
  std::this_thread::sleep_for(50ms);  // the signal that stops it may still be on its way
  REQUIRE(process.send("two"));
  CHECK(hear(process, line, 200ms) == Event::timeout);
  process.resume();
  REQUIRE(hear(process, line, 20s) == Event::line);
  CHECK(line == "two");
}

TEST_CASE("what it has started is paused with it") {
  ChildProcess process({"/bin/sh", "-c", "(while read -r x; do echo $x; done <&3) 3<&0; true"},
                       ChildLimits{});
  std::string line;
  REQUIRE(process.send("one"));
  REQUIRE(hear(process, line, 20s) == Event::line);
  process.pause();
  std::this_thread::sleep_for(50ms);
  REQUIRE(process.send("two"));
  CHECK(hear(process, line, 200ms) == Event::timeout);
}

TEST_CASE("a paused process is killed like any other, and one that is gone is not missed") {
  ChildProcess process(echo(), ChildLimits{});
  process.pause();
  process.kill();
  std::string line;
  CHECK(hear(process, line, 20s) == Event::closed);
  CHECK_THAT(process.end_and_explain(20s), contains("SIGKILL"));
  process.pause();
  process.resume();
}
