// Tests of work that is shared out among threads.
#include "sparse_grid/library/parallel.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/catch.hpp"

using sparse_grid::in_parallel;
using sparse_grid::parallel_ranges;

TEST_CASE("Little work is one range, and no work is more than some") {
  CHECK(parallel_ranges(0, 100).size() == 1);
  CHECK(parallel_ranges(199, 100).size() == 1);
  CHECK(parallel_ranges(1'000'000'000, 100).size() <= 8);
}

TEST_CASE("Ranges cover all items, one after the other") {
  for (const std::size_t count : {0U, 1U, 7U, 1'000'003U}) {
    std::size_t next = 0;
    for (const auto& range : parallel_ranges(count, 1)) {
      REQUIRE(range.begin == next);
      next = range.end;
    }
    CHECK(next == count);
  }
}

TEST_CASE("Each part is worked on once") {
  std::vector<std::atomic<int>> times(7);
  in_parallel(times.size(), [&](std::size_t part) { ++times[part]; });
  for (const auto& time : times) CHECK(time == 1);
}

TEST_CASE("Work may be divided again, and by several threads at once") {
  std::atomic<int> sum = 0;
  const auto inner = [&](std::size_t part) { sum += static_cast<int>(part); };
  const auto outer = [&](std::size_t) {
    for (int i = 0; i < 50; ++i) in_parallel(4, inner);
  };
  std::thread other([&] { in_parallel(9, outer); });
  in_parallel(9, outer);
  other.join();
  CHECK(sum == 2 * 9 * 50 * (1 + 2 + 3));
}

TEST_CASE("The first part that fails says why, and the others end") {
  for (const std::size_t first : {0U, 2U}) {
    std::atomic<int> ended = 0;
    const auto work = [&](std::size_t part) {
      ++ended;
      if (part >= first) throw std::runtime_error(std::to_string(part));
    };
    CHECK_THROWS_WITH(in_parallel(5, work), std::to_string(first));
    CHECK(ended == 5);
  }
}
