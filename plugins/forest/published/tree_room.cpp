#include "forest/published/tree_room.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace forest::published {
namespace {

// The share of the memory that is not taken by drivers and other programs.
constexpr double usable_share = 0.8;

std::size_t most_leaves(const TrainingData& data, const Settings& settings) {
  return std::min(data.samples, settings.draws(data.samples));
}

}  // namespace

std::size_t most_nodes(const TrainingData& data, const Settings& settings) {
  const std::size_t nodes = 2 * most_leaves(data, settings) - 1;
  if (settings.maximum_depth >= 32) return nodes;
  return std::min(nodes, (std::size_t{2} << settings.maximum_depth) - 1);
}

std::size_t most_pending(const TrainingData& data, const Settings& settings) {
  return std::min<std::size_t>(settings.maximum_depth, most_leaves(data, settings)) + 1;
}

std::size_t trees_of_batch(const assay::sdk::Host& host, std::size_t trees, std::size_t wanted,
                           std::span<const std::size_t> tree_buffers, std::size_t other_bytes) {
  const double memory = usable_share * host.device_fact("global_memory_bytes");
  const double of_tree = std::accumulate(
      tree_buffers.begin(), tree_buffers.end(), 0.0,
      [](double sum, std::size_t bytes) { return sum + static_cast<double>(bytes); });
  const auto largest = static_cast<double>(*std::ranges::max_element(tree_buffers));
  const double fit = std::min((memory - static_cast<double>(other_bytes)) / of_tree,
                              host.device_fact("max_allocation_bytes") / largest);
  if (fit < 1) {
    throw assay::sdk::Error(
        ASSAY_OUT_OF_MEMORY,
        fmt::format("a tree takes {:.3g} bytes in addition to {:.3g} of data, but the device has "
                    "{:.3g}: reduce maximum_depth or bootstrap_size",
                    of_tree, static_cast<double>(other_bytes), memory));
  }
  const std::size_t most = fit < static_cast<double>(trees) ? static_cast<std::size_t>(fit) : trees;
  return wanted > 0 ? std::min(wanted, most) : most;
}

}  // namespace forest::published
