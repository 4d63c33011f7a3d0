// Tests of forest/train through its C functions, as a host calls them.
#include <map>
#include <vector>

#include "forest/library/forest.hpp"
#include "plugins/forest/problem/problem.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/temporary_file.hpp"

using assay::sdk::elements;
using assay::sdk::find_tensor;
using testing::CreatedInstance;
using testing::FakeHost;

namespace {

using Given = std::map<std::string, assay::sdk::Value>;

const assay_problem& problem() {
  return testing::problem_of(forest::describe_problem, "forest/train");
}

std::uint32_t scalar(CreatedInstance& instance, const char* name) {
  return elements<const std::uint32_t>(find_tensor(instance.inputs(), name))[0];
}

// A forest with a single leaf in each tree, which is sound, but right only where no node may split.
struct Leaves {
  explicit Leaves(CreatedInstance& instance) {
    const auto trees = scalar(instance, "trees");
    const auto draws = scalar(instance, "bootstrap_size");
    for (std::uint32_t tree = 0; tree <= trees; ++tree) offsets.push_back(tree);
    attribute.assign(trees, -1);
    threshold.assign(trees, 0);
    link.assign(trees, 0);
    count.assign(trees, static_cast<std::int32_t>(draws));
  }
  std::vector<assay_tensor> tensors() {
    using assay::sdk::dense_tensor;
    const auto n = static_cast<std::int64_t>(attribute.size());
    return {dense_tensor("tree_offsets", {n + 1}, offsets.data()),
            dense_tensor("node_attribute", {n}, attribute.data()),
            dense_tensor("node_threshold", {n}, threshold.data()),
            dense_tensor("node_link", {n}, link.data()),
            dense_tensor("node_count", {n}, count.data())};
  }
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> attribute;
  std::vector<float> threshold;
  std::vector<std::int32_t> link;
  std::vector<std::int32_t> count;
};

std::string refusal(const Given& given) {
  FakeHost host;
  const CreatedInstance instance(host, problem(), given);
  CHECK(instance.status != ASSAY_OK);
  return host.failure;
}

}  // namespace

TEST_CASE("arguments of 0 stand for what the data decide") {
  FakeHost host;
  CreatedInstance instance(host, problem(),
                           {{"samples", 1000}, {"attributes", 30}, {"held_out", "last"}});
  REQUIRE(instance.status == ASSAY_OK);
  CHECK(scalar(instance, "bootstrap_size") == 800);
  CHECK(scalar(instance, "attributes_tried") == 5);
  CHECK(scalar(instance, "maximum_depth") == UINT32_MAX);
  CHECK(scalar(instance, "label_count") == 4);
  CHECK(find_tensor(instance.inputs(), "attributes").shape[0] == 30);
  CHECK(find_tensor(instance.inputs(), "attributes").shape[1] == 800);
  CHECK(find_tensor(instance.outputs(), "node_link").shape[0] == 100 * (2 * 800 - 1));
  auto facts = instance.facts();
  CHECK(facts["training_samples"] == 800);
  CHECK(facts["held_out_samples"] == 200);
  CHECK(instance.work().bytes == 100.0 * 9 * 800 * 5 * 4);

  CreatedInstance shallow(host, problem(),
                          {{"samples", 1000}, {"maximum_depth", 3}, {"bootstrap", false}});
  CHECK(scalar(shallow, "bootstrap_size") == 0);
  CHECK(find_tensor(shallow.outputs(), "node_link").shape[0] == 100 * 15);
}

TEST_CASE("a right forest passes with its facts, another one fails with its place") {
  FakeHost host;
  CreatedInstance instance(
      host, problem(), {{"samples", 300}, {"trees", 4}, {"minimum_node_size", 301}, {"labels", 1}});
  Leaves leaves(instance);
  CHECK(instance.check(leaves.tensors()) == 0);
  CHECK(host.trial_facts["nodes"] == 4);
  CHECK(host.trial_facts["leaves"] == 4);
  CHECK(host.trial_facts["deepest_leaf"] == 0);
  CHECK(host.trial_facts["held_out_accuracy"] == 1);
  CHECK(host.trial_facts.contains("forest_hash_low48"));

  ++leaves.count[2];
  CHECK(instance.check(leaves.tensors()) > 1);
  CHECK_THAT(host.failure, contains("tree 2, node 0: a leaf of label 0"));
  leaves.link[3] = 1;
  CHECK(instance.check(leaves.tensors()) > 1);
  CHECK_THAT(host.failure, contains("tree 3: node 0") && contains("no known label"));
  leaves.offsets[4] = 7;
  CHECK(instance.check(leaves.tensors()) > 1);
  CHECK_THAT(host.failure, contains("room for 4"));
}

TEST_CASE("a forest may be judged by its hash alone") {
  const Given given{{"samples", 300}, {"trees", 4}, {"minimum_node_size", 301}, {"labels", 1}};
  FakeHost host;
  CreatedInstance plain(host, problem(), given);
  Leaves leaves(plain);
  const std::string own =
      forest::hash({leaves.offsets, leaves.attribute, leaves.threshold, leaves.link, leaves.count});
  Given known = given;
  known.insert_or_assign("forest_hash", own);
  CreatedInstance right(host, problem(), known);
  CHECK(right.check(leaves.tensors()) == 0);
  known.insert_or_assign("forest_hash", std::string(32, '0'));
  CreatedInstance wrong(host, problem(), known);
  CHECK(wrong.check(leaves.tensors()) > 1);
  CHECK_THAT(host.failure, contains(own) && contains("instead of " + std::string(32, '0')));
}

TEST_CASE("files are found by the host and read as the format says") {
  const testing::TemporaryFile file("train.csv", "a,b,y\n1,2,u\n3,4,v\n5,6,u\n7,8,v\n9,1,u\n");
  FakeHost host;
  CreatedInstance instance(host, problem(),
                           {{"data", file.path()}, {"label", "y"}, {"held_out", "last"}});
  REQUIRE(instance.status == ASSAY_OK);
  const auto values = elements<const float>(find_tensor(instance.inputs(), "attributes"));
  CHECK(std::vector<float>(values.begin(), values.end()) ==
        std::vector<float>{1, 3, 5, 7, 2, 4, 6, 8});
  CHECK_THAT(refusal({{"data", file.path()}, {"format", "fv"}}), contains("label_file"));
  CHECK_THAT(refusal({{"data", file.path()}, {"format", "gen"}}), contains("'# type:'"));
}

TEST_CASE("a file of its own may hold the samples held out") {
  const testing::TemporaryFile train("train.csv", "a,b,y\n1,2,10\n3,4,30\n5,6,10\n");
  const testing::TemporaryFile test("test.csv", "a,b,y\n1,2,30\n3,4,20\n");
  const testing::TemporaryFile other("other.csv", "a,c,y\n1,2,30\n");
  const testing::TemporaryFile wide("wide.csv", "a,b,c,y\n1,2,3,30\n");
  FakeHost host;
  Given given{{"data", train.path()}, {"label", "y"}, {"test_data", test.path()}};
  CreatedInstance instance(host, problem(), given);
  REQUIRE(instance.status == ASSAY_OK);
  CHECK(scalar(instance, "label_count") == 3);
  const auto labels = elements<const std::int32_t>(find_tensor(instance.inputs(), "labels"));
  CHECK(std::vector<std::int32_t>(labels.begin(), labels.end()) ==
        std::vector<std::int32_t>{0, 2, 0});
  CHECK(instance.facts()["training_samples"] == 3);
  CHECK(instance.facts()["held_out_samples"] == 2);

  given.insert_or_assign("test_data", other.path());
  CHECK_THAT(refusal(given), contains("different attributes: after 1") &&
                                 contains("has 'b' and the second has 'c'"));
  given.insert_or_assign("test_data", wide.path());
  CHECK_THAT(refusal(given), contains("after 2") && contains("has no more and the second has 'c'"));
  CHECK_THAT(refusal({{"test_data", test.path()}}), contains("a share is held out"));
}

TEST_CASE("labels that are no labels, and categories beyond counting, are refused") {
  std::string text = "a,b,y\n";
  for (int row = 0; row <= 65536; ++row) {
    text += "1,c" + std::to_string(row) + "," + std::to_string(row) + "\n";
  }
  const testing::TemporaryFile file("many.csv", text);
  CHECK_THAT(refusal({{"data", file.path()}, {"label", "y"}, {"columns", "a"}}),
             contains("65537 different labels") && contains("numbers to be predicted"));
  CHECK_THAT(refusal({{"data", file.path()}, {"label", "y"}}),
             contains("4097 categories") && contains("leave it out"));
}

TEST_CASE("arguments that make no sense are refused by name") {
  CHECK_THAT(refusal({{"trees", 0}}), contains("trees = 0 lies outside 1 to"));
  CHECK_THAT(refusal({{"samples", 0}}), contains("samples = 0"));
  CHECK_THAT(refusal({{"attributes", 0}}), contains("attributes = 0"));
  CHECK_THAT(refusal({{"labels", 0}}), contains("labels = 0"));
  CHECK_THAT(refusal({{"samples", 3}, {"labels", 4}}), contains("labels = 4 is more than"));
  CHECK_THAT(refusal({{"quality", 1.5}}), contains("quality = 1.5"));
  CHECK_THAT(refusal({{"held_out_share", 1.0}}), contains("held_out_share = 1"));
  CHECK_THAT(refusal({{"minimum_node_size", 0}}), contains("minimum_node_size = 0"));
  CHECK_THAT(refusal({{"maximum_depth", -1}}), contains("maximum_depth = -1"));
  CHECK_THAT(refusal({{"bins", 1}}), contains("bins = 1 is neither"));
  CHECK_THAT(refusal({{"bins", 257}}), contains("bins = 257"));
  CHECK_THAT(refusal({{"forest_hash", "12"}}), contains("32 lower-case hexadecimal"));
  CHECK_THAT(refusal({{"samples", 100}, {"bootstrap_size", 101}, {"held_out_share", 0.0}}),
             contains("bootstrap_size = 101 is more than the 100 samples"));
  CHECK_THAT(refusal({{"bootstrap", false}, {"bootstrap_size", 5}}), contains("leave one of them"));
  CHECK_THAT(refusal({{"attributes_tried", 17}}),
             contains("more than the number of attributes, 16"));
  CHECK_THAT(refusal({{"samples", 4194304}, {"attributes", 1}, {"held_out_share", 0.0}}),
             contains("bootstrap_size of up to 4194303"));
  CHECK_THAT(refusal({{"samples", 1000000}, {"attributes", 1}, {"trees", 1000000}}),
             contains("reduce trees"));
}
