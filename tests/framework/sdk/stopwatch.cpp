#include "assay/stopwatch.hpp"

#include <thread>

#include "tests/catch.hpp"

using namespace assay::sdk;
using namespace std::chrono_literals;

TEST_CASE("a stopwatch tells the seconds since it was created, and anew since it was restarted") {
  Stopwatch watch;
  std::this_thread::sleep_for(20ms);
  const double first = watch.seconds();
  CHECK(first >= 0.02);
  CHECK(watch.seconds() >= first);
  const Stopwatch whole = watch;
  watch.restart();
  CHECK(watch.seconds() < whole.seconds());
}
