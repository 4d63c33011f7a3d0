// Tests of the caveats beside an instance's results.
#include "framework/compare/notes.hpp"

#include <fmt/ranges.h>

#include "tests/catch.hpp"
#include "tests/framework/compare/recorded.hpp"

using namespace assay;
using test::around;
using test::Recorded;

namespace {

std::string notes_of(const Recorded& recorded) {
  const Comparison comparison = compare(recorded.store, {});
  return fmt::format("{}", fmt::join(comparison.machines.front().instances.front().notes, "\n"));
}

}  // namespace

TEST_CASE("device time is proposed where the host takes more than a fifth of a sample") {
  for (const char* mode : {"time warm", "device-time warm"}) {
    Recorded recorded;
    Recorded::Options mostly_device;
    mostly_device.mode = mode;
    mostly_device.device_share = 0.9;
    recorded.ok("long", around(1e-3), mostly_device);
    CHECK_THAT(notes_of(recorded), !contains("device-time"));

    Recorded::Options mostly_host = mostly_device;
    mostly_host.device_share = 0.25;
    recorded.ok("short", around(1e-5), mostly_host);
    const bool ranks_time = std::string(mode) == "time warm";
    const std::string proposal = "is large: short 75%; objective = \"device-time\"";
    CHECK((notes_of(recorded).find(proposal) != std::string::npos) == ranks_time);
  }
}
