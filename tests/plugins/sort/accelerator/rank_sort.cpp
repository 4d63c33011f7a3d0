// Compares the enumeration sort with std::stable_sort in the declared order.
#include "tests/plugins/sort/accelerator/require_right.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::require_right;

TEST_CASE("enumeration sorts every length and kind of keys, stably, with any number of lanes") {
  const auto host = open_or_skip();
  const auto arrays = testing::critical_arrays(256, 6);
  const Case<std::uint32_t> small(arrays);
  const Case<std::uint64_t> large(arrays);
  for (const std::int64_t lanes : {1, 2, 32}) {
    const Configuration shape{{"work_group_size", std::int64_t{32}}, {"lanes", lanes}};
    require_right(*host, small, "rank-sort.opencl", shape, true);
    require_right(*host, large, "rank-sort.opencl", shape, true);
  }
}

TEST_CASE("enumeration sorts arrays of a batch that fill no whole group") {
  const auto host = open_or_skip();
  for (const std::size_t count : {0, 1, 7, 17}) {
    const Case<std::uint32_t> given(std::vector<testing::Keys>(count, testing::Keys{3, 1, 1, 2}));
    require_right(*host, given, "rank-sort.opencl",
                  {{"work_group_size", std::int64_t{64}},
                   {"lanes", std::int64_t{8}},
                   {"arrays_per_launch", std::int64_t{5}}},
                  true);
  }
}
