// Compares the variants on the CPU with one row walking through one tree after the other.
#include <map>

#include "forest/library/vote.hpp"
#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/predicting.hpp"
#include "tests/plugins/forest/samples.hpp"
#include "tests/plugins/host/fake_host.hpp"

using testing::Samples;

namespace {

// The label that a row reaches in the tree at `root`, without code of the library.
std::int32_t walked(const forest::Forest& forest, std::size_t root, std::size_t at,
                    const std::vector<float>& row) {
  while (forest.attribute[at] != -1) {
    const float value = row[static_cast<std::size_t>(forest.attribute[at])];
    at = value <= forest.threshold[at] ? at + 1 : root + static_cast<std::size_t>(forest.link[at]);
  }
  return forest.link[at];
}
std::int32_t voted(const forest::Forest& forest, const std::vector<float>& row) {
  std::map<std::int32_t, int> votes;
  for (std::size_t tree = 0; tree + 1 < forest.tree_offsets.size(); ++tree) {
    const auto root = static_cast<std::size_t>(forest.tree_offsets[tree]);
    ++votes[walked(forest, root, root, row)];
  }
  std::int32_t best = votes.begin()->first;
  for (const auto& [label, count] : votes) best = count > votes[best] ? label : best;
  return best;
}

}  // namespace

TEST_CASE("rows get the label of most trees in every layout and order") {
  for (const std::size_t count : {1, 5, 700}) {
    const auto samples = testing::hostile_samples(count, 7, 4, 3);
    const auto forest = forest::reference_forest(
        samples.data(), {.trees = 6,
                         .bootstrap_size = static_cast<std::uint32_t>(count) / 2 + 1,
                         .attributes_tried = 2});
    std::vector<std::int32_t> expected;
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<float> row;
      for (const auto& column : samples.columns) row.push_back(column[k]);
      expected.push_back(voted(forest, row));
    }
    CHECK(forest::majority_labels(forest, samples.values, count, 4) == expected);
    for (const char* layout : {"records", "arrays"}) {
      for (const char* order : {"trees", "rows"}) {
        for (const std::int64_t walks : {1, 4, 8, 16}) {
          INFO(layout << ", " << order << ", " << walks << " walks, " << count << " rows");
          testing::FakeHost host;
          CHECK(testing::predicted(host.table(), host.context(),
                                   testing::find_variant("predict.cpu"), forest, samples,
                                   {{"layout", std::string(layout)},
                                    {"order", std::string(order)},
                                    {"walks", walks},
                                    {"block_rows", std::int64_t{64}},
                                    {"threads", std::int64_t{2}}}) == expected);
        }
      }
    }
  }
}
