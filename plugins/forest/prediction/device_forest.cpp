#include "forest/prediction/device_forest.hpp"

#include <fmt/format.h>

#include <bit>
#include <vector>

namespace forest::prediction {
namespace {

namespace sdk = assay::sdk;

std::vector<std::uint32_t> records_of(const ForestView& forest) {
  std::vector<std::uint32_t> words;
  words.reserve(4 * forest.nodes());
  for (std::size_t tree = 0; tree < forest.trees(); ++tree) {
    const auto root = static_cast<std::uint32_t>(forest.tree_offsets[tree]);
    const auto end = static_cast<std::uint32_t>(forest.tree_offsets[tree + 1]);
    for (std::uint32_t at = root; at < end; ++at) {
      const Node node = forest.node(at);
      const auto link = static_cast<std::uint32_t>(node.link);
      if (node.is_leaf()) {
        words.insert(words.end(), {UINT32_MAX, 0, link, 0});
      } else {
        words.insert(words.end(),
                     {static_cast<std::uint32_t>(node.attribute),
                      std::bit_cast<std::uint32_t>(node.threshold), at + 1, root + link});
      }
    }
  }
  return words;
}

// Uploads the first `count` elements of an array that may be longer; a single one if the array is
// not wanted in this layout.
template <class T>
sdk::Buffer<T> upload(const sdk::Host& host, std::span<const T> values, std::size_t count,
                      bool wanted) {
  return {host, values.first(wanted ? count : 1)};
}

std::vector<std::uint32_t> roots_of(const ForestView& forest) {
  if (forest.nodes() > INT32_MAX) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("the forest has {} nodes, but walks can only count to 2^31 - 1",
                                 forest.nodes()));
  }
  return {forest.tree_offsets.begin(), forest.tree_offsets.end() - 1};
}

}  // namespace

DeviceForest::DeviceForest(const sdk::Host& host, const ForestView& forest, bool as_records)
    : records(host, as_records ? records_of(forest) : std::vector<std::uint32_t>(1)),
      attributes(upload(host, forest.attribute, forest.nodes(), !as_records)),
      thresholds(upload(host, forest.threshold, forest.nodes(), !as_records)),
      links(upload(host, forest.link, forest.nodes(), !as_records)),
      roots(host, roots_of(forest)) {}

}  // namespace forest::prediction
