// Compares codes with sets of values.
#include "forest/library/codes.hpp"

#include <algorithm>
#include <set>

#include "forest/library/thresholds.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/samples.hpp"

namespace {

template <class Code>
void check_ranks(const testing::Samples& samples) {
  const forest::CodedColumns<Code> coded(samples.data(), 0, 2);
  for (std::size_t a = 0; a < samples.columns.size(); ++a) {
    const std::set<float> distinct(samples.columns[a].begin(), samples.columns[a].end());
    CHECK(coded.meanings[a].codes() == distinct.size());
    const std::vector<float> values(distinct.begin(), distinct.end());
    for (std::size_t k = 0; k < samples.labels.size(); ++k) {
      REQUIRE(values[coded.column(a)[k]] == samples.columns[a][k]);
    }
    if (values.size() < 2) continue;
    CHECK(coded.meanings[a].threshold(0, static_cast<std::uint32_t>(values.size() - 1)) ==
          forest::midpoint(values.front(), values.back()));
  }
}

template <class Code>
void check_bins(const testing::Samples& samples, std::uint32_t bins) {
  const forest::CodedColumns<Code> coded(samples.data(), bins, 3);
  for (std::size_t a = 0; a < samples.columns.size(); ++a) {
    std::vector<float> sorted = samples.columns[a];
    std::ranges::sort(sorted);
    const auto edges = forest::quantile_edges(sorted, bins);
    CHECK(coded.meanings[a].codes() == edges.size() + 1);
    for (std::size_t k = 0; k < samples.labels.size(); ++k) {
      REQUIRE(coded.column(a)[k] == forest::bin_of(edges, samples.columns[a][k]));
    }
    if (!edges.empty()) CHECK(coded.meanings[a].threshold(0, 1) == edges[0]);
  }
}

}  // namespace

TEST_CASE("codes are ranks of values, or numbers of bins") {
  for (const std::size_t count : {1, 2, 255, 3000}) {
    const auto samples = testing::hostile_samples(count, testing::column_kinds, 3, 1);
    check_ranks<std::uint32_t>(samples);
    check_ranks<std::uint16_t>(samples);
    for (const std::uint32_t bins : {2U, 5U, 256U}) check_bins<std::uint8_t>(samples, bins);
    check_bins<std::uint32_t>(samples, 17);
  }
}

TEST_CASE("codes take as few bytes as they need") {
  forest::TrainingData data;
  data.samples = 256;
  CHECK(forest::code_bytes(data, 0) == 1);
  data.samples = 257;
  CHECK(forest::code_bytes(data, 0) == 2);
  CHECK(forest::code_bytes(data, 256) == 1);
  data.samples = 65537;
  CHECK(forest::code_bytes(data, 0) == 4);
  CHECK(forest::code_bytes(data, 16) == 1);
}
