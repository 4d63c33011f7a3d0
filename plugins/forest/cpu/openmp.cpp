// openmp.cpu: columns coded once, trees and large subtrees shared among threads.
#include <omp.h>

#include <memory>
#include <vector>

#include "forest/cpu/split_search.hpp"
#include "forest/cpu/tree_part.hpp"
#include "forest/cpu/variants.hpp"
#include "forest/library/codes.hpp"
#include "forest/library/draws.hpp"
#include "forest/library/inputs.hpp"

namespace forest {
namespace {

namespace sdk = assay::sdk;

// All trees from coded columns.
template <class Code, class Scan>
class ForestGrower {
 public:
  // Borrows all but the settings.
  ForestGrower(const TrainingData& data, const CodedColumns<Code>& columns,
               const Settings& settings, const CountTable& table, int threads,
               std::size_t task_size)
      : data_(data), columns_(columns), settings_(settings), task_size_(task_size) {
    for (int thread = 0; thread < threads; ++thread) {
      workers_.push_back({{columns, table, data.label_count}, {settings, data.attributes}});
    }
  }

  std::vector<Tree> grow() {
    std::vector<Tree> trees(settings_.trees);
#pragma omp parallel num_threads(static_cast <int>(workers_.size()))
#pragma omp single
    for (std::uint32_t tree = 0; tree < settings_.trees; ++tree) {
#pragma omp task firstprivate(tree)
      trees[tree] = grow_tree(tree);
    }
    return trees;
  }

 private:
  struct Worker {
    SplitSearch<Code, Scan> search;
    AttributeChoice choice;
  };
  using Split = typename SplitSearch<Code, Scan>::Split;

  Tree grow_tree(std::uint32_t number) {
    GrowingTree tree(data_, settings_, number);
#pragma omp taskgroup
    grow_part(tree, tree.add_fragment(), {0, tree.size(), 0, ROOT_KEY, 0});
    return tree.finish();
  }

  // A thread that hands out a task may be given one to do at once, which leaves another state in
  // its worker: so tasks are handed out between nodes, when nothing of it counts.
  Worker& worker() { return workers_[static_cast<std::size_t>(omp_get_thread_num())]; }

  void grow_part(GrowingTree& tree, Fragment& fragment, const TreePart& root) {
    std::vector<TreePart> pending{root};
    fragment.nodes.emplace_back();
    while (!pending.empty()) {
      const TreePart part = pending.back();
      pending.pop_back();
      const auto split = make_node(tree, fragment, part);
      if (!split) continue;
      const std::size_t middle = part.begin + worker().search.part(tree.samples(part), *split);
      add_children(tree, fragment, part, middle, pending);
    }
  }

  // The node as a leaf; and the split that it is to have, if any.
  std::optional<Split> make_node(GrowingTree& tree, Fragment& fragment, const TreePart& part) {
    auto& [search, choice] = worker();
    const NodeSummary summary = search.begin(tree.samples(part));
    LooseNode& node = fragment.nodes[static_cast<std::size_t>(part.node)];
    node.count = static_cast<std::int32_t>(summary.draws);
    node.left = summary.label;
    if (summary.is_pure || summary.draws < settings_.minimum_node_size ||
        part.depth >= settings_.maximum_depth) {
      return std::nullopt;
    }
    std::optional<Split> best;
    choice.begin(tree.number(), part.key);
    for (auto batch = choice.next(); !best && !batch.empty(); batch = choice.next()) {
      for (const std::uint32_t attribute : batch) search.try_attribute(attribute, best);
    }
    if (best) {
      node.attribute = static_cast<std::int32_t>(best->attribute);
      node.threshold = columns_.meanings[best->attribute].threshold(best->low, best->high);
    }
    return best;
  }

  // The smaller child becomes a task of its own, if that is worth while: so tasks within tasks are
  // no more than the logarithm of the samples.
  void add_children(GrowingTree& tree, Fragment& fragment, const TreePart& part, std::size_t middle,
                    std::vector<TreePart>& pending) {
    TreePart left{part.begin, middle, part.depth + 1, child_key(part.key, false), 0};
    TreePart right{middle, part.end, part.depth + 1, child_key(part.key, true), 0};
    const bool is_left_smaller = middle - part.begin < part.end - middle;
    const TreePart& smaller = is_left_smaller ? left : right;
    if (smaller.end - smaller.begin >= task_size_) {
      Fragment& other = tree.add_fragment();
      (is_left_smaller ? fragment.lefts : fragment.rights).emplace_back(part.node, &other);
      add_child(fragment, part.node, !is_left_smaller, is_left_smaller ? right : left, pending);
#pragma omp task firstprivate(smaller) shared(tree, other)
      grow_part(tree, other, smaller);
      return;
    }
    add_child(fragment, part.node, false, right, pending);
    add_child(fragment, part.node, true, left, pending);
  }

  static void add_child(Fragment& fragment, std::int32_t parent, bool is_left, TreePart child,
                        std::vector<TreePart>& pending) {
    child.node = static_cast<std::int32_t>(fragment.nodes.size());
    LooseNode& node = fragment.nodes[static_cast<std::size_t>(parent)];
    (is_left ? node.left : node.right) = child.node;
    fragment.nodes.emplace_back();
    pending.push_back(child);
  }

  const TrainingData& data_;
  const CodedColumns<Code>& columns_;
  Settings settings_;
  std::size_t task_size_;
  std::vector<Worker> workers_;  // one for each thread
};

class OpenMpTrial final : public sdk::Trial {
 public:
  explicit OpenMpTrial(const sdk::Task& task)
      : host_(task.host()),
        data_(training_data(task)),
        settings_(settings_of(task)),
        table_(settings_.draws(data_.samples)),
        threads_(static_cast<int>(sdk::threads_of(task))),
        task_size_(static_cast<std::size_t>(task.configuration().integer("task_size"))),
        output_(task) {}

  void run() override {
    switch (code_bytes(data_, settings_.bins)) {
      case 1:
        return run_with<std::uint8_t>();
      case 2:
        return run_with<std::uint16_t>();
      default:
        return run_with<std::uint32_t>();
    }
  }

 private:
  template <class Code>
  void run_with() {
    const auto columns = encode<Code>();
    const auto trees = settings_.criterion == Criterion::gini ? grow<Code, GiniScan>(*columns)
                                                              : grow<Code, EntropyScan>(*columns);
    const sdk::Phase phase(host_, "collect");
    output_.write(trees);
  }
  template <class Code>
  std::unique_ptr<CodedColumns<Code>> encode() {
    const sdk::Phase phase(host_, "encode");
    return std::make_unique<CodedColumns<Code>>(data_, settings_.bins, threads_);
  }
  template <class Code, class Scan>
  std::vector<Tree> grow(const CodedColumns<Code>& columns) {
    const sdk::Phase phase(host_, "grow");
    return ForestGrower<Code, Scan>(data_, columns, settings_, table_, threads_, task_size_).grow();
  }

  sdk::Host host_;
  TrainingData data_;
  Settings settings_;
  CountTable table_;
  int threads_;
  std::size_t task_size_;
  ForestOutput output_;
};

}  // namespace

sdk::VariantDescription openmp_variant() {
  return {.name = "openmp.cpu",
          .problem = "forest/train",
          .doc =
              "Columns are coded once by their values' ranks or bins; trees and large subtrees "
              "are shared among threads.",
          .parameters = {{"task_size",
                          "Samples from which on a subtree may be another thread's.",
                          {4096, 256, 1024, 16384, 1 << 30}},
                         sdk::threads_parameter()},
          .constraints = {sdk::threads_constraint()},
          .prepare = sdk::prepare_as<OpenMpTrial>};
}

}  // namespace forest
