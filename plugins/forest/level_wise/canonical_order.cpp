#include "forest/level_wise/canonical_order.hpp"

#include <fmt/format.h>

#include <utility>

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

}  // namespace

CanonicalOrder::CanonicalOrder(const Device& device, const sdk::Program& program,
                               const sdk::Task& task, std::size_t nodes, std::size_t trees)
    : tree_offsets_(sdk::elements<std::int64_t>(task.output("tree_offsets"))),
      attribute_(sdk::elements<std::int32_t>(task.output("node_attribute"))),
      threshold_(sdk::elements<float>(task.output("node_threshold"))),
      link_(sdk::elements<std::int32_t>(task.output("node_link"))),
      count_(sdk::elements<std::int32_t>(task.output("node_count"))),
      roots_(trees),
      subtree_sizes_(device.host, nodes),
      ancestors_(device.host, nodes),
      offsets_(device.host, nodes),
      other_ancestors_(device.host, nodes),
      other_offsets_(device.host, nodes),
      batch_offsets_(device.host, trees),
      to_attributes_(device.host, nodes),
      to_thresholds_(device.host, nodes),
      to_links_(device.host, nodes),
      to_counts_(device.host, nodes),
      measure_subtrees_(program.kernel("measure_subtrees")),
      begin_offsets_(program.kernel("begin_offsets")),
      double_offsets_(program.kernel("double_offsets")),
      emit_(program.kernel("emit")) {
  locks_.emplace_back(device.host, std::as_bytes(attribute_));
  locks_.emplace_back(device.host, std::as_bytes(threshold_));
  locks_.emplace_back(device.host, std::as_bytes(link_));
  locks_.emplace_back(device.host, std::as_bytes(count_));
}

void CanonicalOrder::find_offsets(const Nodes& nodes, const Grown& grown, Launcher& launcher) {
  subtree_sizes_.fill(0);
  launcher.items(measure_subtrees_, grown.nodes, 1, grown.nodes, nodes.attributes, nodes.parents,
                 subtree_sizes_);
  launcher.items(begin_offsets_, grown.nodes, 1, grown.nodes, nodes.parents, nodes.links,
                 subtree_sizes_, ancestors_, offsets_);
  for (std::uint64_t reach = 1; reach < grown.deepest; reach *= 2) {
    launcher.items(double_offsets_, grown.nodes, 1, grown.nodes, ancestors_, offsets_,
                   other_ancestors_, other_offsets_);
    std::swap(ancestors_, other_ancestors_);
    std::swap(offsets_, other_offsets_);
  }
}

void CanonicalOrder::write(const Nodes& nodes, const Grown& grown, std::uint32_t first_tree,
                           std::uint32_t trees, Launcher& launcher) {
  find_offsets(nodes, grown, launcher);
  const auto roots = std::span(roots_).first(trees);
  subtree_sizes_.read(roots);
  ++launcher.synchronisations;
  tree_offsets_[0] = 0;
  const auto first = static_cast<std::size_t>(tree_offsets_[first_tree]);
  std::uint32_t before = 0;
  for (std::uint32_t tree = 0; tree < trees; ++tree) {
    before += std::exchange(roots[tree], before);
    tree_offsets_[first_tree + tree + 1] = static_cast<std::int64_t>(first + before);
  }
  if (before != grown.nodes || grown.nodes > attribute_.size() - first) {
    throw sdk::Error(ASSAY_INTERNAL,
                     fmt::format("{} nodes were grown, of which trees have {}, after {} of {}",
                                 grown.nodes, before, first, attribute_.size()));
  }
  batch_offsets_.write(roots);
  launcher.items(emit_, grown.nodes, 1, grown.nodes, ancestors_, offsets_, batch_offsets_,
                 nodes.attributes, nodes.thresholds, nodes.links, nodes.counts, to_attributes_,
                 to_thresholds_, to_links_, to_counts_);
  to_attributes_.read_async(attribute_.subspan(first, grown.nodes));
  to_thresholds_.read_async(threshold_.subspan(first, grown.nodes));
  to_links_.read_async(link_.subspan(first, grown.nodes));
  to_counts_.read_async(count_.subspan(first, grown.nodes));
}

}  // namespace forest::level_wise
