// Compares the reference with independent results: all thresholds tried in floating point, and a
// tree grown by another method.
#include "forest/problem/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "forest/library/thresholds.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/samples.hpp"

using forest::Criterion;
using forest::Forest;
using forest::Settings;
using testing::Samples;

namespace {

using Members = std::vector<std::size_t>;

// The impurity of a node times its size, in the widest floating-point type.
long double impurity(const Samples& samples, const Members& members, Criterion criterion) {
  std::map<std::int32_t, long double> counts;
  for (const std::size_t sample : members) counts[samples.labels[sample]] += 1;
  const long double n = members.size();
  long double sum = criterion == Criterion::gini ? n : 0;
  for (const auto& [label, count] : counts) {
    sum -= criterion == Criterion::gini ? count * count / n : count * std::log2(count / n);
  }
  return sum;
}

std::pair<Members, Members> parted(const Samples& samples, const Members& members,
                                   std::size_t attribute, float threshold) {
  std::pair<Members, Members> sides;
  for (const std::size_t sample : members) {
    (samples.columns[attribute][sample] <= threshold ? sides.first : sides.second)
        .push_back(sample);
  }
  return sides;
}

long double impurity_of_split(const Samples& samples, const Members& members, std::size_t attribute,
                              float threshold, Criterion criterion) {
  const auto [left, right] = parted(samples, members, attribute, threshold);
  return impurity(samples, left, criterion) + impurity(samples, right, criterion);
}

// The least impurity of all splits between distinct values; each value is tried as the threshold.
long double least_impurity(const Samples& samples, const Members& members, Criterion criterion) {
  long double least = std::numeric_limits<long double>::infinity();
  for (std::size_t a = 0; a < samples.columns.size(); ++a) {
    for (const std::size_t at : members) {
      const float value = samples.columns[a][at];
      const auto [left, right] = parted(samples, members, a, value);
      if (right.empty()) continue;
      least = std::min(least, impurity_of_split(samples, members, a, value, criterion));
    }
  }
  return least;
}

bool is_splittable(const Samples& samples, const Members& members) {
  std::set<std::int32_t> labels;
  bool differ = false;
  for (const std::size_t sample : members) {
    labels.insert(samples.labels[sample]);
    for (const auto& column : samples.columns) differ |= column[sample] != column[members.front()];
  }
  return labels.size() > 1 && differ;
}

// Follows the tree from the root and checks each node separately: its split must be the best of
// all, a node that may split must not be a leaf, and samples, counts and labels must agree with the
// tree.
void check_tree(const Samples& samples, const Forest& tree, const Settings& settings) {
  struct Visit {
    std::size_t node;
    Members members;
    std::uint32_t depth;
  };
  Members all;
  for (std::size_t sample = 0; sample < samples.labels.size(); ++sample) all.push_back(sample);
  std::vector<Visit> visits{{0, all, 0}};
  while (!visits.empty()) {
    const Visit visit = visits.back();
    visits.pop_back();
    const auto node = forest::ForestView(tree).node(visit.node);
    REQUIRE(node.count == static_cast<std::int32_t>(visit.members.size()));
    const bool may_split = is_splittable(samples, visit.members) &&
                           visit.depth < settings.maximum_depth &&
                           visit.members.size() >= settings.minimum_node_size;
    REQUIRE(node.is_leaf() != may_split);
    if (node.is_leaf()) {
      std::map<std::int32_t, int> counts;
      for (const std::size_t sample : visit.members) ++counts[samples.labels[sample]];
      for (const auto& [label, count] : counts) {
        CHECK((count < counts[node.link] || (count == counts[node.link] && label >= node.link)));
      }
      continue;
    }
    const auto attribute = static_cast<std::size_t>(node.attribute);
    const long double found =
        impurity_of_split(samples, visit.members, attribute, node.threshold, settings.criterion);
    const long double least = least_impurity(samples, visit.members, settings.criterion);
    CHECK(std::abs(found - least) < 1e-7L * (1 + least));
    const auto [left, right] = parted(samples, visit.members, attribute, node.threshold);
    REQUIRE(!left.empty());
    REQUIRE(!right.empty());
    visits.push_back({visit.node + 1, left, visit.depth + 1});
    visits.push_back({static_cast<std::size_t>(node.link), right, visit.depth + 1});
  }
}

}  // namespace

TEST_CASE("a tree of all samples and attributes splits each node at its best") {
  for (unsigned seed = 1; seed < 12; ++seed) {
    const auto samples = testing::hostile_samples(20 + 12 * seed, 1 + seed % 5, 1 + seed % 4, seed);
    for (const Criterion criterion : {Criterion::gini, Criterion::entropy}) {
      Settings settings{.attributes_tried = 1 + seed % 5, .criterion = criterion, .seed = seed};
      check_tree(samples, forest::reference_forest(samples.data(), settings), settings);
      settings.minimum_node_size = 9;
      check_tree(samples, forest::reference_forest(samples.data(), settings), settings);
    }
  }
}

TEST_CASE("stumps are the best of all thresholds") {
  for (unsigned seed = 20; seed < 60; ++seed) {
    const auto samples = testing::hostile_samples(60, 1 + seed % 9, 2 + seed % 3, seed);
    const Settings settings{.maximum_depth = 1,
                            .attributes_tried = 1 + seed % 9,
                            .criterion = seed % 2 == 0 ? Criterion::gini : Criterion::entropy};
    check_tree(samples, forest::reference_forest(samples.data(), settings), settings);
  }
}

TEST_CASE("of equal splits the lower attribute wins, then the lower threshold") {
  const std::vector<float> rising{1, 2, 3, 4};
  const std::vector<float> falling{4, 3, 2, 1};
  const Settings settings{.maximum_depth = 1, .attributes_tried = 2};
  const Samples both({falling, rising}, {0, 0, 1, 1}, 2);
  auto tree = forest::reference_forest(both.data(), settings);
  CHECK(tree.attribute[0] == 0);
  CHECK(tree.threshold[0] == 2.5F);
  // The labels are symmetric: a cut after the first sample is as good as one before the last.
  const Samples symmetric({rising}, {0, 1, 1, 0}, 2);
  tree = forest::reference_forest(symmetric.data(), {.maximum_depth = 1});
  CHECK(tree.threshold[0] == 1.5F);
}

TEST_CASE("a split is taken even where it gains nothing") {
  const Samples exclusive_or({{0, 0, 1, 1}, {0, 1, 0, 1}}, {0, 1, 1, 0}, 2);
  const auto tree = forest::reference_forest(exclusive_or.data(), {.attributes_tried = 2});
  CHECK(tree.attribute == std::vector<std::int32_t>{0, 1, -1, -1, 1, -1, -1});
  CHECK(tree.link == std::vector<std::int32_t>{4, 3, 0, 1, 6, 1, 0});
}

TEST_CASE("with bins, thresholds are edges") {
  const auto samples = testing::hostile_samples(500, 3, 3, 9);
  Settings settings{.trees = 3, .bootstrap_size = 500, .attributes_tried = 2, .bins = 8};
  const auto found = forest::reference_forest(samples.data(), settings);
  for (std::size_t node = 0; node < found.attribute.size(); ++node) {
    if (found.attribute[node] < 0) continue;
    auto sorted = samples.columns[static_cast<std::size_t>(found.attribute[node])];
    std::ranges::sort(sorted);
    CHECK(std::ranges::count(forest::quantile_edges(sorted, 8), found.threshold[node]) == 1);
  }
  // With as many bins as values, the splits are the same, but thresholds lie between values of the
  // whole column.
  settings.bins = 256;
  const auto few = testing::Samples({testing::hostile_samples(200, 1, 3, 1).columns[0]},
                                    testing::hostile_samples(200, 1, 3, 1).labels, 3);
  Settings exact = settings;
  exact.bins = 0;
  const auto binned = forest::reference_forest(few.data(), settings);
  const auto unbinned = forest::reference_forest(few.data(), exact);
  CHECK(binned.count == unbinned.count);
  CHECK(binned.link == unbinned.link);
}
