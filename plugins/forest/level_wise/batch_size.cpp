#include "forest/level_wise/batch_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forest/level_wise/host_nodes.hpp"
#include "forest/library/tree_part.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

constexpr double node_bytes = 88;  // sum over the arrays of GrowingTrees and CanonicalOrder
constexpr double open_bytes = 20 + candidate_bytes;
constexpr double share = 0.8;  // usable part of the device's memory
// Nodes of a batch are numbered in 31 bits.
constexpr std::size_t most_nodes = std::size_t{1} << 31;

}  // namespace

TreeBounds::TreeBounds(const TrainingData& data, const Settings& settings, const Shape& shape)
    : draws(settings.draws(data.samples)),
      list(shape.repeats ? draws : std::min(draws, data.samples)),
      lists(shape.has_sorted_lists() ? data.attributes : 1),
      nodes(2 * std::size_t{list} - 1),
      open(std::max<std::size_t>(1, draws / (shape.least_open()))),
      hosted(0) {
  if (settings.maximum_depth < 31) {
    nodes = std::min(nodes, (std::size_t{2} << settings.maximum_depth) - 1);
    open = std::min(open, std::size_t{1} << settings.maximum_depth);
  }
  if (shape.most_hosted > 0) hosted = std::min<std::size_t>(nodes, draws);
  const double in_lists = 4.0 * lists * list;
  const double candidates = static_cast<double>(open * candidate_bytes) * settings.attributes_tried;
  const double labels = 4.0 * static_cast<double>(open) * data.label_count;
  const double from_host =
      shape.most_hosted > 0 ? static_cast<double>(sizeof(HostNode) * (hosted + nodes)) : 0;
  const double to_host = static_cast<double>((sizeof(HandedNode) + 8) * hosted) +
                         (shape.most_hosted > 0 ? static_cast<double>(sizeof(Drawn)) * draws : 0);
  bytes = from_host + to_host + 2 * in_lists + 5.0 * data.samples +
          node_bytes * static_cast<double>(nodes) + open_bytes * static_cast<double>(open) +
          candidates + labels;
  largest = std::max({in_lists, 4.0 * data.samples, 8.0 * static_cast<double>(nodes), candidates,
                      labels, static_cast<double>(open * candidate_bytes), from_host, to_host});
}

std::size_t trees_that_fit(const Device& device, const TreeBounds& bounds, double columns,
                           std::size_t wanted, std::size_t trees) {
  const double memory = share * device.host.device_fact("global_memory_bytes") - columns;
  const double allocation = device.host.device_fact("max_allocation_bytes");
  const double fitting = std::min(memory / bounds.bytes, allocation / bounds.largest);
  if (fitting < 1 || bounds.nodes > most_nodes) {
    throw sdk::Error(
        ASSAY_OUT_OF_MEMORY,
        fmt::format("one tree takes {:.3g} bytes in addition to {:.3g} for the columns, {:.3g} of "
                    "them in one buffer; the device has {:.3g}, and allows {:.3g} in a buffer: "
                    "lower maximum_depth or bootstrap_size",
                    bounds.bytes, columns, bounds.largest, memory, allocation));
  }
  std::size_t count = wanted > 0 ? std::min(wanted, trees) : trees;
  count = std::min(count, most_nodes / bounds.nodes);
  // Draws of a batch are counted in 32 bits.
  count = std::min<std::size_t>(count, std::numeric_limits<std::uint32_t>::max() / bounds.draws);
  // A dimension of a launch has at most 65,535 groups.
  count = std::min<std::size_t>(count, 65535);
  return fitting < static_cast<double>(count) ? static_cast<std::size_t>(fitting) : count;
}

}  // namespace forest::level_wise
