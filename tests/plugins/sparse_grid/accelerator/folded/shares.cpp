// kernels/sparse_grid/folded/shares.kernel on the host, groups of one item.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sparse_grid/library/support.hpp"
#include "tests/catch.hpp"

namespace {

using sparse_grid::load_quad;
using sparse_grid::uint4;
using std::max;
using std::min;
using uint = std::uint32_t;
using ulong = std::uint64_t;
ulong long_sum_before(const ulong* /*sums*/, ulong value, ulong* total) {
  *total = value;
  return 0;
}
uint group = 0;

#define DIALECT_H
#define GROUP_H
#define FUNCTION [[maybe_unused]] static
#define KERNEL(size) static void
#define GLOBAL
#define LOCAL [[maybe_unused]]
#define RESTRICT
#define GLOBAL_BARRIER()
#define SUM_ELEMENTS 1
#define WORK_GROUP_SIZE 1
#define GROUP_ID group
#define LOCAL_ID 0u
#include "kernels/sparse_grid/folded/shares.kernel"

// Chunks of random runs, such that some chunks have no block and neighbours of different chunks
// have the same back rows.
struct Chunks {
  std::vector<uint> chunks;   // [chunks][4]
  std::vector<uint> blocks;   // [blocks][4]
  std::vector<uint> factors;  // of each block's run, at most
};
Chunks draw(std::mt19937& generator) {
  const auto random = [&] { return static_cast<uint>(generator()); };
  Chunks drawn;
  for (uint chunk = 0; chunk < 4; ++chunk) {
    const uint first = static_cast<uint>(drawn.blocks.size() / 4);
    const uint runs = random() % 3 == 0 ? 0 : random() % 40;
    for (uint run = 0; run < runs; ++run) {
      uint most = 0;
      const std::size_t begin = drawn.factors.size();
      const uint length = 1 + random() % (run < 3 ? 30 : 2);
      for (uint front = 0; front < length; ++front) {
        const uint count = 1 + random() % 6;
        most = max(most, count);
        drawn.blocks.insert(drawn.blocks.end(), {run << 16 | front, 0, 0, count});
      }
      drawn.factors.resize(begin + length, most);
    }
    const uint end = static_cast<uint>(drawn.blocks.size() / 4);
    drawn.chunks.insert(drawn.chunks.end(), {first, end - first, 0, 0});
  }
  drawn.blocks.insert(drawn.blocks.end(), 8, 0);
  return drawn;
}

}  // namespace

TEST_CASE("blocks know the most factors of their run, and shares of them cost about the same") {
  std::mt19937 random(1);
  for (int trial = 0; trial < 300; ++trial) {
    Chunks drawn = draw(random);
    const uint count = 1 + static_cast<uint>(random()) % 16;
    std::vector<uint> shares(4 * (count + 1), 0xffffffff);
    for (group = 0; group < 4; ++group) {
      settle_runs(drawn.chunks.data(), drawn.blocks.data());
    }
    for (std::size_t b = 0; b < drawn.factors.size(); ++b) {
      REQUIRE(drawn.blocks[4 * b + 3] == drawn.factors[b]);
    }
    for (group = 0; group < 4; ++group) {
      share_blocks(drawn.chunks.data(), drawn.blocks.data(), count, shares.data());
      const uint first = drawn.chunks[4 * group];
      const uint end = first + drawn.chunks[4 * group + 1];
      const uint* const of_chunk = &shares[group * (count + 1)];
      REQUIRE(of_chunk[0] == first);
      REQUIRE(of_chunk[count] == end);
      uint total = 0;
      uint dearest = 0;
      for (uint b = first; b < end; ++b) {
        const uint cost = cost_of(drawn.blocks.data(), first, b);
        total += cost;
        dearest = max(dearest, cost);
      }
      for (uint share = 0; share < count; ++share) {
        REQUIRE(of_chunk[share] <= of_chunk[share + 1]);
        uint cost = 0;
        for (uint b = of_chunk[share]; b < of_chunk[share + 1]; ++b) {
          cost += cost_of(drawn.blocks.data(), first, b);
        }
        CHECK(cost <= total / count + dearest + 1);
      }
    }
  }
}
