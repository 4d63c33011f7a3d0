#include "forest/problem/predict_instance.hpp"

#include <fmt/format.h>

#include <limits>
#include <random>
#include <vector>

#include "forest/library/forest.hpp"
#include "forest/library/vote.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/reference_cache.hpp"
#include "forest/problem/training_set.hpp"

namespace forest {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::Error;
using assay::sdk::Fact;

constexpr double bytes_of_node = 16;

class PredictInstance final : public assay::sdk::Instance {
 public:
  PredictInstance(const assay::sdk::Host& host, const ForestArguments& arguments,
                  std::size_t wanted_rows, std::uint32_t row_seed)
      : set_(host, arguments), forest_(cached_reference(host, set_.data(), set_.settings())) {
    require_expected(arguments.expected_hash);
    fill_rows(wanted_rows, row_seed);
    const auto rows = static_cast<std::int64_t>(sources_.size());
    const auto nodes = static_cast<std::int64_t>(forest_.attribute.size());
    label_count_ = set_.data().label_count;
    inputs_ = {
        dense_tensor("rows", {rows, set_.data().attributes}, rows_.data()),
        dense_tensor("label_count", {1}, &label_count_),
        dense_tensor("tree_offsets", {static_cast<std::int64_t>(forest_.tree_offsets.size())},
                     forest_.tree_offsets.data()),
        dense_tensor("node_attribute", {nodes}, forest_.attribute.data()),
        dense_tensor("node_threshold", {nodes}, forest_.threshold.data()),
        dense_tensor("node_link", {nodes}, forest_.link.data()),
        dense_tensor("node_count", {nodes}, forest_.count.data())};
    outputs_ = {dense_tensor<std::int32_t>("predicted", {rows}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // Rows and nodes are read once, labels written once.
  [[nodiscard]] assay_work work() const override {
    return {.flops = 0,
            .bytes = static_cast<double>(rows_.size() + sources_.size()) * 4 +
                     static_cast<double>(forest_.attribute.size()) * bytes_of_node,
            .element = ASSAY_F32};
  }

  [[nodiscard]] std::vector<Fact> facts() const override {
    auto facts = set_.facts();
    facts.push_back({"predicted_rows", static_cast<double>(sources_.size())});
    facts.push_back({"tree_count", static_cast<double>(set_.settings().trees)});
    facts.push_back({"nodes", static_cast<double>(forest_.attribute.size())});
    facts.push_back({"deepest_leaf", static_cast<double>(depth(forest_))});
    facts.push_back({"held_out_accuracy", accuracy(held_out_labels(), set_.held_out().labels)});
    return facts;
  }

  // Samples are labelled by the plain code for columns, one tree after another; rows that repeat a
  // sample repeat its label.
  std::span<const assay_expectation> reference() override {
    if (expected_.empty()) {
      const auto labels = held_out_labels();
      for (const std::size_t source : sources_) expected_.push_back(labels[source]);
      expectations_ = {{dense_tensor("predicted", {outputs_[0].shape[0]}, expected_.data()), 0, 0}};
    }
    return expectations_;
  }

 private:
  void require_expected(const std::string& expected_hash) const {
    if (expected_hash.empty() || hash(forest_) == expected_hash) return;
    throw Error(ASSAY_DATA_ERROR, fmt::format("the forest's hash is {}, but forest_hash = {}",
                                              hash(forest_), expected_hash));
  }
  void fill_rows(std::size_t wanted, std::uint32_t seed) {
    const Dataset& held_out = set_.held_out();
    if (held_out.samples() == 0) {
      throw Error(
          ASSAY_INVALID,
          "no samples are held out, so there are none to label: give a held_out_share above 0");
    }
    const std::size_t count = wanted > 0 ? wanted : held_out.samples();
    std::mt19937 draw(seed);
    for (std::size_t row = 0; row < count; ++row) {
      const std::size_t source = (seed == 0 ? row : draw()) % held_out.samples();
      sources_.push_back(source);
      for (std::size_t a = 0; a < held_out.attributes(); ++a) {
        rows_.push_back(held_out.values[a * held_out.samples() + source]);
      }
    }
  }
  [[nodiscard]] std::vector<std::int32_t> held_out_labels() const {
    return majority_labels(forest_, set_.held_out().values, set_.held_out().samples(),
                           set_.data().label_count);
  }

  TrainingSet set_;
  Forest forest_;
  std::vector<std::size_t> sources_;  // the sample of each row
  std::vector<float> rows_;
  std::uint32_t label_count_ = 0;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<std::int32_t> expected_;
  std::vector<assay_expectation> expectations_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_predict(const assay::sdk::Host& host,
                                                     const assay::sdk::Bindings& bound) {
  const ForestArguments arguments(bound);
  constexpr std::int64_t most_rows = std::int64_t{1} << 30;
  const std::int64_t rows = bound.integer("rows");
  if (rows < 0 || rows > most_rows) {
    throw Error(ASSAY_INVALID, fmt::format("rows = {} lies outside 0 to {}", rows, most_rows));
  }
  const std::int64_t row_seed = bound.integer("row_seed");
  if (row_seed < 0 || row_seed > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ASSAY_INVALID, fmt::format("row_seed = {} lies outside 0 to {}", row_seed,
                                           std::numeric_limits<std::uint32_t>::max()));
  }
  return std::make_unique<PredictInstance>(host, arguments, static_cast<std::size_t>(rows),
                                           static_cast<std::uint32_t>(row_seed));
}

}  // namespace forest
