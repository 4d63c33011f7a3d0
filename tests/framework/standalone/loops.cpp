#include "framework/standalone/loops.hpp"

#include "tests/catch.hpp"

using assay::standalone::loop_until;
using assay::standalone::loops_of;
using assay::standalone::ProgramLoop;

namespace {

// The launches of loops in the order in which they run.
std::vector<std::size_t> unrolled(const std::vector<ProgramLoop>& loops) {
  std::vector<std::size_t> launches;
  for (const ProgramLoop& loop : loops) {
    for (std::size_t k = 0; k < loop.times; ++k) {
      for (const auto& round : loop.rounds) {
        launches.insert(launches.end(), round.begin(), round.end());
      }
    }
  }
  return launches;
}

}  // namespace

TEST_CASE("what is repeated becomes a loop, and runs in the same order") {
  const std::vector<std::size_t> launches = {7, 1, 2, 1, 2, 1, 2, 1, 3, 3, 3, 4, 5};
  const auto loops = loops_of(launches);
  CHECK(unrolled(loops) == launches);
  REQUIRE(loops.size() == 5);
  CHECK(loops[1].times == 3);
  CHECK(loops[1].rounds == std::vector<std::vector<std::size_t>>{{1, 2}});
  CHECK(loops[3].times == 3);
  CHECK(loops[4].rounds == std::vector<std::vector<std::size_t>>{{4, 5}});
  CHECK(loops_of({}).empty());
}

TEST_CASE("a loop that a flag ends keeps its rounds apart") {
  const auto loop = loop_until({{0, 1}, {2}, {0, 1}, {2}}, 3);
  CHECK(loop.times == 2);
  CHECK(loop.rounds == std::vector<std::vector<std::size_t>>{{0, 1}, {2}});
  CHECK(loop.until == 3);
  const auto odd = loop_until({{0}, {1}, {0}}, 3);
  CHECK(odd.times == 1);
  CHECK(odd.rounds.size() == 3);
}
