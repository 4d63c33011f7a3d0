#include "framework/tune/pace.hpp"

#include "tests/catch.hpp"
#include "tests/framework/tune/fake_lanes.hpp"

using namespace assay;
using assay::test::fake_worker;

namespace {

// The fake machine has nine cores.
class OneLane {
 public:
  OneLane() : client_(fake_worker()) { lanes_.add("one", client_, fake_worker()); }
  [[nodiscard]] Pace pace(const Contender& contender, std::uint64_t budget) const {
    return Pace::of({&contender, 1}, lanes_, budget);
  }

 private:
  WorkerClient client_;
  Lanes lanes_;
};

Contender contender_on(const std::string& backend, bool on_host_cores = false) {
  Contender contender;
  contender.variant.backend = backend;
  contender.device.on_host_cores = on_host_cores;
  return contender;
}

}  // namespace

TEST_CASE("at first a search looks no further ahead than a tenth of its budget") {
  const OneLane lane;
  CHECK(lane.pace(contender_on("cpu"), 50).depth() == 1);
  CHECK(lane.pace(contender_on("opencl"), 1).depth() == 2);
  CHECK(lane.pace(contender_on("opencl"), 50).depth() == 6);
  CHECK(lane.pace(contender_on("opencl"), 1000).depth() == 9);
  CHECK(lane.pace(contender_on("opencl", true), 50).depth() == 6);
}

TEST_CASE("as many trials are compiled as keep the device busy") {
  const OneLane lane;
  const auto depth = [&](double compile_seconds, double device_seconds) {
    Pace pace = lane.pace(contender_on("cuda"), 50);
    for (int k = 0; k < 50; ++k) {
      pace.note_compiled(compile_seconds);
      pace.note_measured(device_seconds);
    }
    return pace.depth();
  };
  CHECK(depth(0.001, 1) == 2);
  CHECK(depth(1, 1) == 3);
  CHECK(depth(2, 1) == 5);
  CHECK(depth(20, 0.1) == 9);  // all cores but the one that measures, and the trial measured
  // On the host's cores nothing compiles while a trial samples: all cores, and one trial more.
  Pace shared = lane.pace(contender_on("cpu", true), 50);
  CHECK(shared.depth() == 1);
  shared = lane.pace(contender_on("opencl", true), 50);
  for (int k = 0; k < 50; ++k) {
    shared.note_compiled(20);
    shared.note_measured(0.1);
  }
  CHECK(shared.depth() == 10);
}

TEST_CASE("a pace follows times that change") {
  const OneLane lane;
  Pace pace = lane.pace(contender_on("cuda"), 1000);
  for (int k = 0; k < 100; ++k) {
    pace.note_compiled(0.01);
    pace.note_measured(1);
  }
  CHECK(pace.depth() == 2);
  for (int k = 0; k < 30; ++k) pace.note_compiled(10);
  CHECK(pace.depth() == 9);
}

TEST_CASE("a reproducible pace learns nothing") {
  const OneLane lane;
  const Pace learning = lane.pace(contender_on("cuda"), 50);
  CHECK_FALSE(learning.in_order());
  Pace pace = learning.reproducible();
  CHECK(pace.in_order());
  const std::size_t depth = pace.depth();
  for (int k = 0; k < 10; ++k) {
    pace.note_compiled(10);
    pace.note_measured(0.1);
  }
  CHECK(pace.depth() == depth);
}
