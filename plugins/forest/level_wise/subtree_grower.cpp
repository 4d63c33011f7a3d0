#include "forest/level_wise/subtree_grower.hpp"

#include <algorithm>

#include "forest/library/node_grower.hpp"
#include "forest/library/random.hpp"
#include "forest/library/sorting_search.hpp"

namespace forest::level_wise {
namespace {

template <class Code, class Scan>
class SortingSubtreeGrower final : public SubtreeGrower {
 public:
  SortingSubtreeGrower(const CodeView<Code>& codes, const TrainingData& data,
                       const Settings& settings, const CountTable& table)
      : forest_(codes), grower_(forest_, table, data, settings) {}

  std::uint32_t grow(const HandedNode& root, std::span<Drawn> drawn,
                     std::vector<HostNode>& nodes) override {
    typename Search::Tree samples(drawn);
    std::uint32_t deepest = root.depth;
    nodes.assign(1, {});
    pending_.assign(1, {0, drawn.size(), root.depth, root.key, 0});
    while (!pending_.empty()) {
      const TreePart part = pending_.back();
      pending_.pop_back();
      const auto grown = grower_.grow(samples, root.tree, part);
      const auto at = static_cast<std::size_t>(part.node);
      deepest = std::max(deepest, part.depth);
      nodes[at] = {-1, 0, 0, static_cast<std::uint32_t>(grown.summary.label), grown.summary.draws};
      if (!grown.split) continue;
      nodes[at].attribute = static_cast<std::int32_t>(grown.split->attribute);
      nodes[at].low = grown.split->low;
      nodes[at].high = grown.split->high;
      nodes[at].link = static_cast<std::uint32_t>(nodes.size());
      add_children(part, grower_.part(samples, part, *grown.split), nodes);
    }
    return deepest;
  }

 private:
  using Search = SortingSearch<Code, Scan>;

  void add_children(const TreePart& part, std::size_t middle, std::vector<HostNode>& nodes) {
    const auto left = static_cast<std::int32_t>(nodes.size());
    nodes.resize(nodes.size() + 2);
    pending_.push_back({middle, part.end, part.depth + 1, child_key(part.key, true), left + 1});
    pending_.push_back({part.begin, middle, part.depth + 1, child_key(part.key, false), left});
  }

  typename Search::Forest forest_;
  NodeGrower<Search> grower_;
  std::vector<TreePart> pending_;
};

template <class Code>
std::unique_ptr<SubtreeGrower> make_grower_of(std::span<const std::byte> codes,
                                              const TrainingData& data, const Settings& settings,
                                              const CountTable& table) {
  const CodeView<Code> view{
      data.samples, {reinterpret_cast<const Code*>(codes.data()), codes.size() / sizeof(Code)}};
  if (settings.criterion == Criterion::gini) {
    return std::make_unique<SortingSubtreeGrower<Code, GiniScan>>(view, data, settings, table);
  }
  return std::make_unique<SortingSubtreeGrower<Code, EntropyScan>>(view, data, settings, table);
}

}  // namespace

std::unique_ptr<SubtreeGrower> make_subtree_grower(std::span<const std::byte> codes,
                                                   std::size_t code_bytes, const TrainingData& data,
                                                   const Settings& settings,
                                                   const CountTable& table) {
  switch (code_bytes) {
    case 1:
      return make_grower_of<std::uint8_t>(codes, data, settings, table);
    case 2:
      return make_grower_of<std::uint16_t>(codes, data, settings, table);
    default:
      return make_grower_of<std::uint32_t>(codes, data, settings, table);
  }
}

}  // namespace forest::level_wise
