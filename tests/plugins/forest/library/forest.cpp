// Tests of the canonical form: what it accepts, which faults it names, and how trees with nodes in
// other orders are brought into it.
#include "forest/library/forest.hpp"

#include <algorithm>
#include <random>

#include "forest/library/canonical.hpp"
#include "forest/library/vote.hpp"
#include "tests/catch.hpp"

using forest::Forest;
using forest::Node;
using forest::Tree;

namespace {

// a: x0 <= 1 ? 0 : (x1 <= 2 ? 1 : 2);  b: always 1
Tree tree_a() { return {{0, 1, 2, 10}, {-1, 0, 0, 4}, {1, 2, 4, 6}, {-1, 0, 1, 5}, {-1, 0, 2, 1}}; }
Tree tree_b() { return {{-1, 0, 1, 10}}; }
Forest two_trees() { return forest::join(std::vector<Tree>{tree_a(), tree_b()}); }

// The nodes of the tree in random order, with the places of both children.
std::vector<forest::LooseNode> shuffled(const Tree& tree, std::mt19937& random,
                                        std::int32_t& root) {
  std::vector<std::int32_t> places(tree.size());
  for (std::size_t k = 0; k < tree.size(); ++k) places[k] = static_cast<std::int32_t>(k);
  std::ranges::shuffle(places, random);
  std::vector<forest::LooseNode> loose(tree.size());
  for (std::size_t k = 0; k < tree.size(); ++k) {
    auto& node = loose[static_cast<std::size_t>(places[k])];
    node = {tree[k].attribute, tree[k].threshold, tree[k].link, 0, tree[k].count};
    if (tree[k].is_leaf()) continue;
    node.left = places[k + 1];
    node.right = places[static_cast<std::size_t>(tree[k].link)];
  }
  root = places[0];
  return loose;
}

// A random tree with `splits` splits, each of which replaces a leaf; a deep chain if `deep`.
Tree random_tree(std::size_t splits, bool deep, std::mt19937& random) {
  std::vector<forest::LooseNode> nodes{{-1, 0, 0, 0, 1}};
  std::int32_t last = 0;
  for (std::size_t k = 0; k < splits; ++k) {
    std::int32_t at = deep ? last : 0;
    while (nodes[static_cast<std::size_t>(at)].attribute >= 0) {
      at = random() % 2 == 0 ? nodes[static_cast<std::size_t>(at)].left
                             : nodes[static_cast<std::size_t>(at)].right;
    }
    const auto next = static_cast<std::int32_t>(nodes.size());
    nodes[static_cast<std::size_t>(at)] = {static_cast<std::int32_t>(random() % 5),
                                           static_cast<float>(k), next, next + 1, 1};
    nodes.push_back({-1, 0, 1, 0, 1});
    nodes.push_back({-1, 0, 2, 0, 1});
    last = next + static_cast<std::int32_t>(random() % 2);
  }
  return forest::canonical(nodes, 0);
}

}  // namespace

TEST_CASE("trees in any order of nodes come into the same canonical one") {
  std::mt19937 random(1);
  for (const bool deep : {false, true}) {
    for (const std::size_t splits : {0, 1, 2, 30, 20000}) {
      const Tree tree = random_tree(splits, deep, random);
      REQUIRE(tree.size() == 2 * splits + 1);
      std::int32_t root = 0;
      const auto loose = shuffled(tree, random, root);
      CHECK(forest::canonical(loose, root) == tree);
    }
  }
}

TEST_CASE("a sound forest is accepted, and its depth and labels are right") {
  const Forest both = two_trees();
  CHECK(forest::fault(both, 2, 3) == "");
  CHECK(forest::depth(both) == 2);
  const auto label = [&](float x0, float x1) {
    return forest::ForestView(both).label_of(0, [&](std::size_t a) { return a == 0 ? x0 : x1; });
  };
  CHECK(label(1, 9) == 0);
  CHECK(label(1.5F, 2) == 1);
  CHECK(label(1.5F, 2.5F) == 2);
  // The values are stored by columns. A tie goes to the lower label.
  const std::vector<float> values{1, 1.5F, 1.5F, 9, 2, 2.5F};
  CHECK(forest::majority_labels(both, values, 3, 3) == std::vector<std::int32_t>{0, 1, 1});
  CHECK(forest::accuracy(std::vector<std::int32_t>{0, 1, 1}, std::vector<std::int32_t>{0, 2, 1}) ==
        Approx(2.0 / 3));
}

TEST_CASE("whatever is no canonical forest is named") {
  const auto fault_after = [](auto&& change) {
    Forest forest = two_trees();
    change(forest);
    return forest::fault(forest, 2, 3);
  };
  CHECK_THAT(fault_after([](Forest& f) { f.attribute[2] = 2; }), contains("tree 0: node 2"));
  CHECK_THAT(fault_after([](Forest& f) { f.attribute[2] = 2; }), contains("no known attribute"));
  CHECK_THAT(fault_after([](Forest& f) { f.attribute[1] = -2; }), contains("not -1"));
  CHECK_THAT(fault_after([](Forest& f) { f.link[5] = 3; }), contains("tree 1: node 0"));
  CHECK_THAT(fault_after([](Forest& f) { f.link[5] = -1; }), contains("no known label"));
  CHECK_THAT(fault_after([](Forest& f) { f.threshold[1] = 1; }), contains("leaf with a threshold"));
  CHECK_THAT(fault_after([](Forest& f) { f.threshold[0] = NAN; }), contains("not finite"));
  CHECK_THAT(fault_after([](Forest& f) { f.link[0] = 3; }), contains("counts that differ"));
  CHECK_THAT(fault_after([](Forest& f) { f.link[0] = 1; }), contains("out of place"));
  CHECK_THAT(fault_after([](Forest& f) { f.link[0] = -5; }), contains("out of place"));
  CHECK_THAT(fault_after([](Forest& f) { f.link[2] = 5; }), contains("out of place"));
  CHECK_THAT(fault_after([](Forest& f) { f.count[3] = 6; }), contains("counts that differ"));
  CHECK_THAT(fault_after([](Forest& f) { f.count[5] = 0; }), contains("has no draws"));
  CHECK_THAT(fault_after([](Forest& f) { f.attribute[0] = -1, f.threshold[0] = 0, f.link[0] = 0; }),
             contains("nodes follow"));
  CHECK_THAT(fault_after([](Forest& f) {
               f.tree_offsets = {0, 4, 6};
             }),
             contains("tree 0: node 2"));
  CHECK_THAT(fault_after([](Forest& f) {
               f.tree_offsets = {0, 5, 5};
             }),
             contains("tree 1 has no nodes"));
  CHECK_THAT(fault_after([](Forest& f) { f.tree_offsets = {0, 5, 7}; }), contains("room for 6"));
  CHECK_THAT(fault_after([](Forest& f) { f.tree_offsets = {1, 5, 6}; }), contains("begin with 0"));
}

TEST_CASE("the first difference is named by tree and node") {
  const Forest right = two_trees();
  CHECK(forest::difference(right, right) == "");
  Forest other = two_trees();
  other.threshold[2] = 2.5F;
  CHECK_THAT(forest::difference(other, right), contains("tree 0, node 2: a split of attribute 1"));
  other = forest::join(std::vector<Tree>{tree_b(), tree_b()});
  CHECK_THAT(forest::difference(other, right), contains("tree 0, node 0: a leaf of label 1"));
  CHECK_THAT(forest::difference(forest::join(std::vector<Tree>{tree_a()}), right),
             contains("1 trees instead of 2"));
}

TEST_CASE("the hash tells forests apart by every member of a node") {
  const std::string own = forest::hash(two_trees());
  CHECK(own.size() == 32);
  CHECK(own == forest::hash(two_trees()));
  // The hash is fixed for good, so that published hashes stay comparable.
  CHECK(own == "ba380635aaa7d1bcf4092a622fb42a8a");
  for (int member = 0; member < 4; ++member) {
    Forest other = two_trees();
    if (member == 0) ++other.attribute[0];
    if (member == 1) other.threshold[0] = -1;
    if (member == 2) ++other.link[4];
    if (member == 3) ++other.count[4];
    CHECK(forest::hash(other) != own);
  }
  CHECK(forest::hash(forest::join(std::vector<Tree>{tree_b(), tree_a()})) != own);
}
