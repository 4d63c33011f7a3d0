// Tests of forest/predict through its C functions.
#include <map>
#include <tuple>
#include <vector>

#include "plugins/forest/problem/problem.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"

using assay::sdk::elements;
using assay::sdk::find_tensor;
using testing::CreatedInstance;
using testing::FakeHost;

namespace {

const assay_problem& predict_problem() {
  return testing::problem_of(forest::describe_problem, "forest/predict");
}

}  // namespace

TEST_CASE("rows are the samples held out, in turn") {
  FakeHost host;
  CreatedInstance instance(
      host, predict_problem(),
      {{"samples", 400}, {"trees", 5}, {"held_out", "last"}, {"quality", 1.0}, {"rows", 200}});
  INFO(host.failure);
  REQUIRE(instance.status == ASSAY_OK);
  const auto rows = elements<const float>(find_tensor(instance.inputs(), "rows"));
  CHECK(rows.size() == 200 * 16);
  for (std::size_t k = 0; k < 120 * 16; ++k) REQUIRE(rows[k] == rows[k + 80 * 16]);
  CHECK(instance.facts()["held_out_accuracy"] > 0.9);
  CHECK(instance.facts()["predicted_rows"] == 200);
  const auto expected = instance.reference();
  REQUIRE(expected.size() == 1);
  const auto labels = elements<const std::int32_t>(expected[0].reference);
  CHECK(labels.size() == 200);
  for (std::size_t k = 0; k < 120; ++k) REQUIRE(labels[k] == labels[k + 80]);
}

TEST_CASE("drawn rows are samples held out, others with another seed, of one forest") {
  FakeHost host;
  const auto rows_of = [&](int seed) {
    CreatedInstance instance(host, predict_problem(),
                             {{"samples", 400}, {"trees", 5}, {"rows", 200}, {"row_seed", seed}});
    INFO(host.failure);
    REQUIRE(instance.status == ASSAY_OK);
    const auto rows = elements<const float>(find_tensor(instance.inputs(), "rows"));
    const auto nodes = elements<const float>(find_tensor(instance.inputs(), "node_threshold"));
    // The label of a row is that of the sample from which it was drawn.
    std::map<std::vector<float>, std::int32_t> labels;
    const auto expected = elements<const std::int32_t>(instance.reference()[0].reference);
    for (std::size_t k = 0; k < 200; ++k) {
      const auto row = rows.subspan(16 * k, 16);
      labels[{row.begin(), row.end()}] = expected[k];
    }
    return std::tuple(std::vector(rows.begin(), rows.end()), nodes.size(), labels);
  };
  const auto [in_turn, nodes, labels] = rows_of(0);
  const auto [drawn, same_nodes, drawn_labels] = rows_of(7);
  CHECK(nodes == same_nodes);
  CHECK(drawn != in_turn);
  CHECK(drawn == std::get<0>(rows_of(7)));
  CHECK(drawn != std::get<0>(rows_of(8)));
  for (const auto& [row, label] : drawn_labels) CHECK(labels.at(row) == label);
}

TEST_CASE("a prediction without rows, or of another forest than was asked for, is refused") {
  const auto refusal = [](std::map<std::string, assay::sdk::Value> given) {
    given.try_emplace("samples", 50);
    given.try_emplace("trees", 1);
    FakeHost host;
    const CreatedInstance instance(host, predict_problem(), given);
    CHECK(instance.status != ASSAY_OK);
    return host.failure;
  };
  CHECK_THAT(refusal({{"held_out_share", 0.0}}), contains("held_out_share above 0"));
  CHECK_THAT(refusal({{"rows", -1}}), contains("rows = -1"));
  CHECK_THAT(refusal({{"row_seed", -1}}), contains("row_seed = -1"));
  CHECK_THAT(refusal({{"forest_hash", std::string(32, '0')}}), contains("the forest's hash is"));
}
