// Compares forests that variants of the level-wise plugin grow with those of the naive reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/growing.hpp"
#include "tests/plugins/host/opencl_host.hpp"

namespace testing {

// A configuration with small groups: PoCL runs the items of a group one after the other, and with
// small groups more of them interact. PoCL takes seconds to compile each choice of some parameters,
// so few of these vary, and up to 256 samples have codes of 8 bits, for ranks and bins alike.
inline Configuration shape(std::int64_t threshold) {
  return {{"work_group_size", std::int64_t{64}},
          {"elements_per_item", std::int64_t{2}},
          {"item_strides", std::int64_t{1}},
          {"subtree_threshold", threshold}};
}
inline Configuration with(Configuration configuration, const std::string& name, Setting value) {
  configuration[name] = std::move(value);
  return configuration;
}

inline void require_same(OpenClHost& host, const char* variant, const Configuration& configuration,
                         const Samples& samples, const forest::Settings& settings) {
  const auto right = forest::reference_forest(samples.data(), settings);
  REQUIRE(forest::fault(right, samples.columns.size(), samples.label_count) == "");
  INFO(samples.labels.size() << " samples of " << samples.label_count << " labels, "
                             << samples.columns.size() << " attributes, bins " << settings.bins
                             << ", seed " << settings.seed << ", criterion "
                             << static_cast<int>(settings.criterion));
  host.failure.clear();
  CHECK(fault(host.table(), host.context(), find_variant(variant), configuration, samples, settings,
              right) == "");
  CHECK(host.failure == "");
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}

// Requires right forests for exact and binned columns, with and without bootstrap.
inline void require_same_of_all_kinds(OpenClHost& host, const char* variant,
                                      const Configuration& configuration,
                                      forest::Criterion criterion, std::size_t count,
                                      std::uint32_t attributes) {
  unsigned seed = criterion == forest::Criterion::gini ? 0 : 3;
  for (const std::uint32_t bins : {0U, 16U, 256U}) {
    ++seed;
    const auto samples = hostile_samples(count, attributes, 2 + seed % 4, seed);
    require_same(host, variant, configuration, samples,
                 {.trees = 3,
                  .bootstrap_size = seed % 3 == 0 ? 0 : static_cast<std::uint32_t>(count),
                  .attributes_tried = 1 + seed % attributes,
                  .criterion = criterion,
                  .seed = seed,
                  .bins = bins});
  }
}

}  // namespace testing
