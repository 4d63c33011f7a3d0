#include "plugins/forest/level_wise/host_threads.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "tests/catch.hpp"

using forest::level_wise::HostThreads;

TEST_CASE("every item that is offered is worked on once, batch after batch") {
  std::vector<std::atomic<int>> times(1000);
  HostThreads threads(3, [&](std::size_t thread, std::size_t item) {
    if (thread < 3) ++times[item];
  });
  for (int batch = 1; batch <= 3; ++batch) {
    for (const std::size_t count : {1, 17, 400, 400, 1000}) threads.offer(count);
    threads.finish();
    for (const auto& count : times) REQUIRE(count == batch);
  }
  threads.finish();  // without any items
}

TEST_CASE("what an item throws comes out at the end, and the next batch is another") {
  std::atomic<int> done = 0;
  HostThreads threads(2, [&](std::size_t, std::size_t item) {
    if (item == 40) throw std::runtime_error("item 40");
    ++done;
  });
  threads.offer(100);
  CHECK_THROWS_AS(threads.finish(), std::runtime_error);
  done = 0;
  threads.offer(40);
  threads.finish();
  CHECK(done == 40);
}

TEST_CASE("what was not begun is dropped at the end") {
  HostThreads threads(1, [](std::size_t, std::size_t) {});
  threads.offer(100000);
}
