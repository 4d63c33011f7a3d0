// Tests that tensors which do not fit each other are refused by name, and trees by number and room.
#include "forest/library/inputs.hpp"

#include <utility>
#include <vector>

#include "forest/library/prediction.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"

using assay::sdk::dense_tensor;
using assay::sdk::Task;
using forest::Tree;

namespace {

// A task with tensors whose data it borrows.
struct Given {
  Given(std::vector<assay_tensor> in, std::vector<assay_tensor> out)
      : inputs(std::move(in)), outputs(std::move(out)) {
    task.size = sizeof task;
    task.inputs = inputs.data();
    task.input_count = inputs.size();
    task.outputs = outputs.data();
    task.output_count = outputs.size();
  }
  [[nodiscard]] Task view() { return {{host.table(), host.context()}, task}; }

  testing::FakeHost host;
  std::vector<assay_tensor> inputs;
  std::vector<assay_tensor> outputs;
  assay_task task{};
};

const std::uint32_t labels_there_are = 3;

// A forest of one tree with a split and two leaves, to be modified by tests.
struct OneTree {
  std::vector<std::int64_t> offsets{0, 3};
  std::vector<std::int32_t> attribute{0, -1, -1};
  std::vector<float> threshold{1, 0, 0};
  std::vector<std::int32_t> link{2, 0, 1};
  std::vector<std::int32_t> count{4, 1, 3};
  [[nodiscard]] std::vector<assay_tensor> tensors() const {
    return {dense_tensor("tree_offsets", {2}, offsets.data()),
            dense_tensor("node_attribute", {3}, attribute.data()),
            dense_tensor("node_threshold", {3}, threshold.data()),
            dense_tensor("node_link", {3}, link.data()),
            dense_tensor("node_count", {3}, count.data())};
  }
};

}  // namespace

TEST_CASE("training data have as many labels as samples") {
  const std::vector<float> values(6);
  const std::vector<std::int32_t> labels(3);
  const auto data_of = [&](std::initializer_list<std::int64_t> shape, std::int64_t label_count) {
    Given given({dense_tensor("attributes", shape, values.data()),
                 dense_tensor("labels", {label_count}, labels.data()),
                 dense_tensor("label_count", {1}, &labels_there_are)},
                {});
    return forest::training_data(given.view());
  };
  const auto data = data_of({2, 3}, 3);
  CHECK(data.attributes == 2);
  CHECK(data.samples == 3);
  CHECK(data.label_count == 3);
  CHECK_THROWS_WITH(data_of({2, 3}, 2), contains("'attributes' must be [attributes, samples]"));
  CHECK_THROWS_WITH(data_of({6}, 3), contains("'attributes' must be [attributes, samples]"));
  CHECK_THROWS_WITH(data_of({0, 3}, 3), contains("'attributes' must be [attributes, samples]"));
}

TEST_CASE("trees are written where there is room for them") {
  OneTree place;
  Given given({}, place.tensors());
  forest::ForestOutput output(given.view());
  CHECK(output.room() == 3);
  const Tree leaf{{-1, 0, 2, 9}};
  output.write(std::vector<Tree>{leaf});
  CHECK(place.offsets == std::vector<std::int64_t>{0, 1});
  CHECK(place.link[0] == 2);
  CHECK(output.count()[0] == 9);
  CHECK_THROWS_WITH(output.write(std::vector<Tree>{leaf, leaf}), contains("2 trees were grown"));
  CHECK_THROWS_WITH(output.write(std::vector<Tree>{Tree(4)}), contains("have 4 nodes"));
}

TEST_CASE("a prediction wants a forest, and a label for each row") {
  const std::vector<float> rows(4);
  std::vector<std::int32_t> labels(2);
  const auto predict = [&](const OneTree& tree, std::int64_t label_count) {
    auto inputs = tree.tensors();
    inputs.push_back(dense_tensor("rows", {2, 2}, rows.data()));
    inputs.push_back(dense_tensor("label_count", {1}, &labels_there_are));
    Given given(inputs, {dense_tensor("predicted", {label_count}, labels.data())});
    return forest::Prediction(given.view()).rows;
  };
  OneTree tree;
  CHECK(predict(tree, 2) == 2);
  CHECK_THROWS_WITH(predict(tree, 1), contains("'rows' must be [rows, attributes]"));
  tree.attribute[0] = 2;
  CHECK_THROWS_WITH(predict(tree, 2), contains("the forest is not valid: tree 0: node 0"));
}
