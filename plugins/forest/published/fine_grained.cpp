#include "forest/published/fine_grained.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "forest/library/canonical.hpp"
#include "forest/library/draws.hpp"
#include "forest/published/interval_steps.hpp"
#include "forest/published/tree_room.hpp"

namespace forest::published {
namespace {

namespace sdk = assay::sdk;

// A part of a bootstrap that is to become a subtree.
struct Interval {
  BootstrapPart part;
  std::uint32_t depth;
  std::uint64_t key;          // identifies the node
  std::size_t node;           // index in its tree
  std::uint32_t batches = 0;  // batches of attributes that could not split it
};

class FineGrainedTrial final : public sdk::Trial {
 public:
  FineGrainedTrial(const sdk::Task& task, assay_backend backend)
      : device_{task.host(), backend},
        samples_(training_data(task)),
        settings_(settings_of(task)),
        shape_(task.configuration(), samples_, settings_),
        data_(device_, samples_, settings_, shape_),
        choice_(settings_, samples_.attributes),
        batch_(trees_of_batch(task)),
        has_phases_(task.configuration().text("phases") == "steps"),
        steps_(device_, shape_, data_, samples_, settings_, batch_, queues_of(task), has_phases_,
               ledger_),
        output_(task) {}

  void run() override {
    ledger_ = {};
    data_.prepare(ledger_);
    std::vector<Tree> trees;
    for (std::size_t first = 0; first < settings_.trees; first += batch_) {
      grow(first, std::min(batch_, settings_.trees - first));
      const sdk::Phase phase(device_.host, "collect");
      for (const auto& nodes : nodes_) trees.push_back(canonical(nodes, 0));
    }
    const sdk::Phase phase(device_.host, "collect");
    output_.write(trees);
  }
  void outputs() override {
    ledger_.report(device_.host);
    device_.host.trial_fact("trees_per_batch", static_cast<double>(batch_));
  }

 private:
  static std::size_t queues_of(const sdk::Task& task) {
    return static_cast<std::size_t>(task.configuration().integer("queues"));
  }
  [[nodiscard]] std::size_t trees_of_batch(const sdk::Task& task) const {
    const std::uint32_t draws = settings_.draws(samples_.samples);
    const std::array tree{IntervalSteps::tree_bytes(draws), IntervalSteps::tree_bytes(draws)};
    return published::trees_of_batch(
        device_.host, settings_.trees,
        static_cast<std::size_t>(task.configuration().integer("trees_per_batch")), tree,
        data_.bytes() + queues_of(task) * IntervalSteps::queue_bytes(draws));
  }

  // Grows the trees of a batch and leaves their nodes in nodes_.
  void grow(std::size_t first, std::size_t trees) {
    std::optional<sdk::Phase> phase;
    if (!has_phases_) phase.emplace(device_.host, "grow");
    first_tree_ = static_cast<std::uint32_t>(first);
    nodes_.assign(trees, std::vector<LooseNode>(1));
    pending_.clear();
    for (std::size_t slot = trees; slot-- > 0;) {
      pending_.push_back({{slot, 0, settings_.draws(samples_.samples)}, 0, ROOT_KEY, 0});
    }
    steps_.draw_bootstraps(first_tree_, trees);
    while (!pending_.empty()) {
      const std::size_t count = std::min(steps_.queues(), pending_.size());
      const std::vector<Interval> taken(pending_.end() - static_cast<std::ptrdiff_t>(count),
                                        pending_.end());
      pending_.erase(pending_.end() - static_cast<std::ptrdiff_t>(count), pending_.end());
      steps_.order();
      for (std::size_t q = 0; q < count; ++q) enqueue(q, taken[q]);
      const auto results = steps_.results(count);
      for (std::size_t q = 0; q < count; ++q) make_node(q, taken[q], results[q]);
    }
  }

  // Returns the attributes that an interval tries next; valid until the next call.
  std::span<const std::uint32_t> attributes_of(const Interval& interval) {
    choice_.begin(first_tree_ + static_cast<std::uint32_t>(interval.part.slot), interval.key);
    for (std::uint32_t k = 0; k < interval.batches; ++k) static_cast<void>(choice_.next());
    return choice_.next();
  }
  [[nodiscard]] bool may_split(const Interval& interval) const {
    return interval.part.count >= settings_.minimum_node_size &&
           interval.depth < settings_.maximum_depth;
  }

  // Enqueues the steps that find an interval's split and label; whether it needs a split is not
  // known before.
  void enqueue(std::size_t queue, const Interval& interval) {
    if (may_split(interval)) {
      bool is_first = true;
      for (const std::uint32_t attribute : attributes_of(interval)) {
        steps_.try_attribute(queue, interval.part, attribute, is_first);
        is_first = false;
      }
    }
    steps_.find_label(queue, interval.part);
  }

  void make_node(std::size_t queue, const Interval& interval, const StepResult& result) {
    auto& nodes = nodes_[interval.part.slot];
    const auto count = static_cast<std::int32_t>(interval.part.count);
    nodes[interval.node] = {-1, 0, static_cast<std::int32_t>(result.label), 0, count};
    if (result.most == interval.part.count || !may_split(interval)) return;
    if (result.attribute != UINT32_MAX) {
      split(queue, interval, result);
    } else if ((interval.batches + std::uint64_t{1}) * settings_.attributes_tried <
               samples_.attributes) {
      pending_.push_back(interval);
      ++pending_.back().batches;
    }
  }

  void split(std::size_t queue, const Interval& interval, const StepResult& result) {
    auto& nodes = nodes_[interval.part.slot];
    const auto left = static_cast<std::int32_t>(nodes.size());
    nodes[interval.node] = {static_cast<std::int32_t>(result.attribute),
                            data_.threshold(result.attribute, result.low, result.high), left,
                            left + 1, static_cast<std::int32_t>(interval.part.count)};
    nodes.emplace_back();
    nodes.emplace_back();
    steps_.part(queue, interval.part, result);
    add(interval, false, 0, result.left_draws, static_cast<std::size_t>(left));
    add(interval, true, result.left_draws, interval.part.count - result.left_draws,
        static_cast<std::size_t>(left) + 1);
  }
  void add(const Interval& parent, bool is_right, std::uint32_t first, std::uint32_t count,
           std::size_t node) {
    pending_.push_back({{parent.part.slot, parent.part.begin + first, count},
                        parent.depth + 1,
                        child_key(parent.key, is_right),
                        node});
  }

  Device device_;
  TrainingData samples_;
  Settings settings_;
  Shape shape_;
  DeviceData data_;
  AttributeChoice choice_;
  std::size_t batch_;  // trees
  bool has_phases_;
  Ledger ledger_;
  IntervalSteps steps_;
  ForestOutput output_;
  std::uint32_t first_tree_ = 0;               // the first tree of the batch
  std::vector<std::vector<LooseNode>> nodes_;  // nodes of each tree of the batch, root first
  std::vector<Interval> pending_;
};

ParameterSet parameters(assay_backend backend) {
  ParameterSet set = Shape::parameters(backend);
  // Here each draw is an entry: the host computes an interval's number of entries from its draws.
  std::erase_if(set.parameters, [](const sdk::Parameter& p) { return p.name == "draws"; });
  set.parameters.push_back({"queues",
                            "Queues (streams), each of which handles one interval at a time.",
                            sdk::powers_of_two(1, 128), 16});
  set.parameters.push_back({"trees_per_batch",
                            "Trees on the device at once; 0: as many as fit into its memory.",
                            {0, 32, 64, 128, 256, 512}});
  set.parameters.push_back({"phases",
                            "What is timed separately: growing as a whole, or each of its steps, "
                            "as in the paper's Figures 5.14 and 5.17.",
                            {"grow", "steps"}});
  set.constraints.push_back(
      {"max(8 * tile, 37 * work_group_size + 4 * (label_count + 3 + cells)) "
       "<= local_memory_bytes",
       "the tile, or the counts, must fit into local memory"});
  return set;
}

}  // namespace

sdk::VariantDescription fine_grained_variant(assay_backend backend) {
  ParameterSet set = parameters(backend);
  auto variant = sdk::describe_accelerated(
      "fine-grained", "forest/train",
      "The host is in control: for each node, it launches kernels that load, sort and rate each "
      "attribute, find the label and split the node, with nodes side by side in queues.",
      backend, std::move(set));
  variant.prepare = [=](const sdk::Task& task) {
    return std::make_unique<FineGrainedTrial>(task, backend);
  };
  variant.compile = [=](const sdk::Task& task) {
    const Outline outline(task);
    const Shape shape(task.configuration(), outline.data, outline.settings);
    static_cast<void>(IntervalSteps::build({task.host(), backend}, shape));
  };
  return variant;
}

}  // namespace forest::published
