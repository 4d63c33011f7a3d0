#include "forest/problem/train_instance.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "assay/saved_state.hpp"
#include "forest/library/forest.hpp"
#include "forest/library/vote.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/reference_cache.hpp"
#include "forest/problem/training_set.hpp"

namespace forest {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::elements;
using assay::sdk::Fact;
using assay::sdk::find_tensor;
using assay::sdk::Finding;

constexpr std::int64_t node_bytes = 16;

// The expectation that a forest is judged by. Borrows its arrays.
struct Expected {
  std::string hash;                        // "": unknown; if known, only the hash is compared
  ForestView forest;                       // empty if the hash is known
  std::span<const float> held_out_values;  // [attributes, samples]
  std::span<const std::int32_t> held_out_labels;
};

class TrainCheck final : public assay::sdk::Check {
 public:
  TrainCheck(const assay::sdk::Host& host, std::size_t attributes, std::size_t labels,
             Expected expected)
      : host_(host), attributes_(attributes), labels_(labels), expected_(std::move(expected)) {}

  Finding check(std::span<const assay_tensor> outputs) override {
    const ForestView found(elements<const std::int64_t>(find_tensor(outputs, "tree_offsets")),
                           elements<const std::int32_t>(find_tensor(outputs, "node_attribute")),
                           elements<const float>(find_tensor(outputs, "node_threshold")),
                           elements<const std::int32_t>(find_tensor(outputs, "node_link")),
                           elements<const std::int32_t>(find_tensor(outputs, "node_count")));
    std::string wrong = fault(found, attributes_, labels_);
    if (wrong.empty()) {
      attach_facts(found);
      wrong = deviation(found);
    }
    if (wrong.empty()) return {0};
    return {std::numeric_limits<double>::infinity(), wrong};
  }

 private:
  [[nodiscard]] std::string deviation(const ForestView& found) const {
    if (expected_.hash.empty()) return difference(found, expected_.forest);
    const std::string own = hash(found);
    if (own == expected_.hash) return {};
    return fmt::format("the forest's hash is {} instead of {}", own, expected_.hash);
  }

  // Facts are numbers: the fact of the hash holds only its last 48 bits, so the log states all of
  // it.
  void attach_facts(const ForestView& found) const {
    const std::string own = hash(found);
    host_.log(ASSAY_LOG_INFO, "forest hash " + own);
    host_.trial_fact("forest_hash_low48",
                     static_cast<double>(std::stoull(own.substr(20), nullptr, 16)));
    const auto splits = std::ranges::count_if(found.attribute.first(found.nodes()),
                                              [](std::int32_t a) { return a >= 0; });
    host_.trial_fact("nodes", static_cast<double>(found.nodes()));
    host_.trial_fact("leaves", static_cast<double>(found.nodes()) - static_cast<double>(splits));
    host_.trial_fact("deepest_leaf", static_cast<double>(depth(found)));
    const auto& right = expected_.held_out_labels;
    if (right.empty()) return;
    const auto labels = majority_labels(found, expected_.held_out_values, right.size(), labels_);
    host_.trial_fact("held_out_accuracy", accuracy(labels, right));
  }

  assay::sdk::Host host_;
  std::size_t attributes_;
  std::size_t labels_;
  Expected expected_;
};

class TrainInstance final : public assay::sdk::Instance {
 public:
  TrainInstance(const assay::sdk::Host& host, const ForestArguments& arguments)
      : host_(host), set_(host, arguments), expected_hash_(arguments.expected_hash) {
    require_memory();
    const TrainingData& data = set_.data();
    inputs_ = {dense_tensor("attributes", {data.attributes, data.samples}, data.values.data()),
               dense_tensor("labels", {data.samples}, data.labels.data()),
               dense_tensor("label_count", {1}, &data.label_count)};
    const Settings& settings = set_.settings();
    criterion_ = static_cast<std::uint32_t>(settings.criterion);
    using Scalar = std::pair<const char*, const std::uint32_t*>;
    for (const auto& [name, value] :
         std::initializer_list<Scalar>{{"trees", &settings.trees},
                                       {"bootstrap_size", &settings.bootstrap_size},
                                       {"minimum_node_size", &settings.minimum_node_size},
                                       {"maximum_depth", &settings.maximum_depth},
                                       {"attributes_tried", &settings.attributes_tried},
                                       {"seed", &settings.seed},
                                       {"bins", &settings.bins},
                                       {"criterion", &criterion_}}) {
      inputs_.push_back(dense_tensor(name, {1}, value));
    }
    const std::int64_t nodes = set_.most_nodes();
    outputs_ = {
        dense_tensor<std::int64_t>("tree_offsets", {settings.trees + std::int64_t{1}}, nullptr),
        dense_tensor<std::int32_t>("node_attribute", {nodes}, nullptr),
        dense_tensor<float>("node_threshold", {nodes}, nullptr),
        dense_tensor<std::int32_t>("node_link", {nodes}, nullptr),
        dense_tensor<std::int32_t>("node_count", {nodes}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // Counts, on each level of a balanced tree, one read of every draw's value of each attribute
  // tried: one byte for a bin, else four. Labels and weights, and the deeper levels of real trees,
  // are not counted.
  [[nodiscard]] assay_work work() const override {
    const Settings& settings = set_.settings();
    const double draws = settings.draws(set_.data().samples);
    const double split_to = std::max(2U, settings.minimum_node_size);
    const double levels = std::min<double>(settings.maximum_depth,
                                           std::ceil(std::max(0.0, std::log2(draws / split_to))));
    const double value_bytes = settings.bins > 0 ? 1 : sizeof(float);
    return {.flops = 0,
            .bytes = settings.trees * levels * draws * settings.attributes_tried * value_bytes,
            .element = ASSAY_F32};
  }

  [[nodiscard]] std::vector<Fact> facts() const override { return set_.facts(); }

  std::span<const assay_expectation> reference() override {
    if (!reference_ && expected_hash_.empty()) {
      reference_ = cached_reference(host_, set_.data(), set_.settings());
    }
    return {};
  }

  Finding check(std::span<const assay_tensor> outputs) override {
    static_cast<void>(reference());
    const Dataset& held_out = set_.held_out();
    return TrainCheck(host_, set_.data().attributes, set_.data().label_count,
                      {expected_hash_, reference_ ? ForestView(*reference_) : ForestView(),
                       held_out.values, held_out.labels})
        .check(outputs);
  }

  std::vector<std::byte> save_check() override {
    const Forest none;
    const Forest& expected = reference_ ? *reference_ : none;
    assay::sdk::SavedStateWriter state;
    state.add(expected.tree_offsets)
        .add(expected.attribute)
        .add(expected.threshold)
        .add(expected.link)
        .add(expected.count)
        .add(set_.held_out().values)
        .add(set_.held_out().labels);
    return std::move(state).bytes();
  }

 private:
  void require_memory() const {
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const double nodes = static_cast<double>(set_.most_nodes());
    if (nodes * node_bytes <= memory) return;
    throw assay::sdk::Error(
        ASSAY_OUT_OF_MEMORY,
        fmt::format("the forest may have {:.0f} nodes, that is {:.3g} bytes, but this machine has "
                    "{:.3g}: reduce trees, maximum_depth or bootstrap_size",
                    nodes, nodes * node_bytes, memory));
  }

  assay::sdk::Host host_;
  TrainingSet set_;
  std::string expected_hash_;
  std::uint32_t criterion_ = 0;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::optional<Forest> reference_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_train(const assay::sdk::Host& host,
                                                   const assay::sdk::Bindings& bound) {
  return std::make_unique<TrainInstance>(host, ForestArguments(bound));
}

std::unique_ptr<assay::sdk::Check> restore_train_check(const assay::sdk::Host& host,
                                                       const assay::sdk::Bindings& bound,
                                                       const assay::sdk::SavedCheck& saved) {
  const auto attributes =
      static_cast<std::size_t>(find_tensor(saved.inputs, "attributes").shape[0]);
  const std::size_t labels =
      elements<const std::uint32_t>(find_tensor(saved.inputs, "label_count")).front();
  assay::sdk::SavedStateReader state(saved.state);
  const auto offsets = state.next<std::int64_t>();
  const auto attribute = state.next<std::int32_t>();
  const auto threshold = state.next<float>();
  const auto link = state.next<std::int32_t>();
  const auto count = state.next<std::int32_t>();
  const auto values = state.next<float>();
  const auto held_out_labels = state.next<std::int32_t>();
  return std::make_unique<TrainCheck>(host, attributes, labels,
                                      Expected{ForestArguments(bound).expected_hash,
                                               {offsets, attribute, threshold, link, count},
                                               values,
                                               held_out_labels});
}

}  // namespace forest
