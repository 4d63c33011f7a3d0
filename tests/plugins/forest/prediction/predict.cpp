// Compares predict.opencl with the library's votes.
#include "forest/library/vote.hpp"
#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/predicting.hpp"
#include "tests/plugins/host/opencl_host.hpp"

TEST_CASE("rows get the label of most trees in every layout, whoever takes the trees") {
  const auto host = testing::open_or_skip();
  for (const std::size_t count : {1, 5, 300}) {
    const auto samples = testing::hostile_samples(count, 7, 4, 3);
    const auto forest = forest::reference_forest(
        samples.data(), {.trees = 6,
                         .bootstrap_size = static_cast<std::uint32_t>(count) / 2 + 1,
                         .attributes_tried = 2});
    const auto expected = forest::majority_labels(forest, samples.values, count, 4);
    for (const char* layout : {"records", "arrays"}) {
      for (const char* rows_in : {"global", "local"}) {
        for (const std::int64_t parts : {1, 4, 8}) {
          INFO(layout << ", rows in " << rows_in << ", " << parts << " parts, " << count
                      << " rows");
          CHECK(testing::predicted(host->table(), host->context(),
                                   testing::find_variant("predict.opencl"), forest, samples,
                                   {{"work_group_size", std::int64_t{32}},
                                    {"layout", std::string(layout)},
                                    {"rows_in", std::string(rows_in)},
                                    {"tree_parts", parts}}) == expected);
          CHECK(host->failure == "");
          CHECK(host->live == 0);
          CHECK(host->guards_intact());
        }
      }
    }
  }
}
