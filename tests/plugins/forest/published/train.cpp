// The paper's systems against the naive reference: the same forest, bit for bit.
#include <string>
#include <vector>

#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/growing.hpp"
#include "tests/plugins/host/opencl_host.hpp"

using forest::Criterion;
using forest::Settings;
using testing::Configuration;
using testing::open_or_skip;
using testing::OpenClHost;
using testing::Samples;

namespace {

struct Trainer {
  const char* variant;
  Configuration configuration;
};

// Few shapes, since each is compiled; tiles shorter than are offered, so that small nodes are
// sorted in global memory, too.
std::vector<Trainer> trainers() {
  const Configuration small{{"work_group_size", std::int64_t{16}},
                            {"tile", std::int64_t{64}},
                            {"cells", std::int64_t{256}},
                            {"elements_per_item", std::int64_t{2}}};
  Configuration local = small;
  local["tile"] = std::int64_t{2048};
  Configuration paper = small;
  paper["draws"] = std::string("list");
  paper["left_counts"] = std::string("recounted");
  paper["download"] = std::string("trees");
  Configuration codes = small;
  codes["keys"] = std::string("codes");
  codes["bootstrap_in"] = std::string("global");
  return {{"workgroup-tree.opencl", local},
          {"workgroup-tree.opencl", codes},
          {"monolithic.opencl", paper}};
}

void require_same(OpenClHost& host, const Samples& samples, const Settings& settings) {
  const auto right = forest::reference_forest(samples.data(), settings);
  for (const auto& [variant, configuration] : trainers()) {
    INFO(variant << ", " << samples.labels.size() << " samples of " << samples.label_count
                 << " labels, bins " << settings.bins << ", seed " << settings.seed);
    host.failure.clear();
    CHECK(testing::fault(host.table(), host.context(), testing::find_variant(variant),
                         configuration, samples, settings, right) == "");
    CHECK(host.failure == "");
    CHECK(host.live == 0);
    CHECK(host.guards_intact);
  }
}

}  // namespace

TEST_CASE("the paper's systems grow the reference's forest from hostile samples") {
  const auto host = open_or_skip();
  if (!host) return;
  unsigned seed = 0;
  for (const std::size_t count : {1, 2, 17, 300}) {
    for (const std::uint32_t attributes : {1U, 11U}) {
      for (const Criterion criterion : {Criterion::gini, Criterion::entropy}) {
        ++seed;
        const auto samples = testing::hostile_samples(count, attributes, 1 + seed % 5, seed);
        require_same(*host, samples,
                     {.trees = 3,
                      .bootstrap_size = seed % 3 == 0 ? 0 : static_cast<std::uint32_t>(count),
                      .attributes_tried = 1 + seed % attributes,
                      .criterion = criterion,
                      .seed = seed});
      }
    }
  }
}
