// Grows all trees of a forest with several threads: trees are tasks, and so are large subtrees.
#pragma once

#include <omp.h>

#include <cstdint>
#include <vector>

#include "forest/cpu/fragments.hpp"
#include "forest/library/codes.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/node_grower.hpp"
#include "forest/library/random.hpp"
#include "forest/library/score.hpp"
#include "forest/library/tree_part.hpp"

namespace forest {

// The grower of a forest. Search, a SortingSearch or a PresortedSearch, finds the split of a node.
template <class Code, class Search>
class ForestGrower {
 public:
  // Borrows all arguments but the settings. Subtrees of at least `task_size` samples may go to
  // other threads.
  ForestGrower(const TrainingData& data, const CodedColumns<Code>& columns,
               const Settings& settings, const CountTable& table, int threads,
               std::size_t task_size)
      : data_(data),
        columns_(columns),
        settings_(settings),
        task_size_(task_size),
        shared_(columns, threads) {
    for (int thread = 0; thread < threads; ++thread) {
      workers_.emplace_back(shared_, table, data, settings);
    }
  }
  ForestGrower(const ForestGrower&) = delete;
  ForestGrower& operator=(const ForestGrower&) = delete;

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
  using Worker = NodeGrower<Search>;
  struct Growing {
    std::uint32_t number;
    typename Search::Tree samples;
    FragmentedTree fragments;
  };

  Tree grow_tree(std::uint32_t number) {
    Growing tree{number, {shared_, drawn_samples(data_, settings_, number)}, {}};
    Fragment& root = tree.fragments.add();
#pragma omp taskgroup
    grow_part(tree, root, {0, tree.samples.size(), 0, ROOT_KEY, 0});
    return tree.fragments.finish();
  }

  // The worker of the calling thread. A thread that creates a task may be made to run another one
  // at once, which changes its worker's state: tasks are therefore created only between nodes, when
  // that state is not needed.
  Worker& worker() { return workers_[static_cast<std::size_t>(omp_get_thread_num())]; }

  void grow_part(Growing& tree, Fragment& fragment, const TreePart& root) {
    std::vector<TreePart> pending{root};
    fragment.nodes.emplace_back();
    while (!pending.empty()) {
      const TreePart part = pending.back();
      pending.pop_back();
      const auto grown = worker().grow(tree.samples, tree.number, part);
      write(grown, fragment.nodes[static_cast<std::size_t>(part.node)]);
      if (!grown.split) continue;
      add_children(tree, fragment, part, worker().part(tree.samples, part, *grown.split), pending);
    }
  }

  void write(const typename Worker::Grown& grown, LooseNode& node) const {
    node.count = static_cast<std::int32_t>(grown.summary.draws);
    node.left = grown.summary.label;
    if (!grown.split) return;
    const auto& split = *grown.split;
    node.attribute = static_cast<std::int32_t>(split.attribute);
    node.threshold = columns_.meanings[split.attribute].threshold(split.low, split.high);
  }

  // Adds both children. The smaller one becomes a task if it has at least task_size_ samples: tasks
  // thus nest no deeper than the logarithm of the number of samples.
  void add_children(Growing& tree, Fragment& fragment, const TreePart& part, std::size_t middle,
                    std::vector<TreePart>& pending) {
    const TreePart left{part.begin, middle, part.depth + 1, child_key(part.key, false), 0};
    const TreePart right{middle, part.end, part.depth + 1, child_key(part.key, true), 0};
    const bool is_left_smaller = left.size() < right.size();
    const TreePart smaller = is_left_smaller ? left : right;
    if (smaller.size() < task_size_) {
      add_child(fragment, part.node, false, right, pending);
      add_child(fragment, part.node, true, left, pending);
      return;
    }
    Fragment& other = tree.fragments.add();
    (is_left_smaller ? fragment.lefts : fragment.rights).emplace_back(part.node, &other);
    add_child(fragment, part.node, !is_left_smaller, is_left_smaller ? right : left, pending);
#pragma omp task firstprivate(smaller) shared(tree, other)
    grow_part(tree, other, smaller);
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
  typename Search::Forest shared_;
  std::vector<Worker> workers_;  // one for each thread
};

}  // namespace forest
