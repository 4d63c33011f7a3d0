#include "forest/problem/reference_cache.hpp"

#include <omp.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "forest/library/serial_trainer.hpp"
#include "forest/problem/reference.hpp"

namespace forest {
namespace {

// To be incremented whenever the format of entries or the grown forest changes.
constexpr std::uint64_t reference_version = 1;

// The number of samples, over trees, levels and attributes, that the naive reference may visit:
// about half a minute on two cores.
constexpr double most_naive_visits = 2e8;

std::string reference_key(const TrainingData& data, const Settings& settings) {
  assay::sdk::ContentHash content;
  content.add(reference_version);
  content.add_all(data.values);
  content.add_all(data.labels);
  content.add(data.label_count);
  for (const std::uint32_t word :
       {settings.trees, settings.bootstrap_size, settings.minimum_node_size, settings.maximum_depth,
        settings.attributes_tried, static_cast<std::uint32_t>(settings.criterion), settings.seed,
        settings.bins}) {
    content.add(word);
  }
  return "forest-reference-" + content.text();
}

// Appends an array of a forest; its length is not stored, as the tree offsets imply it.
template <class T>
void append(std::vector<std::byte>& bytes, const std::vector<T>& values) {
  const auto added = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), added.begin(), added.end());
}

std::vector<std::byte> encode_forest(const Forest& forest) {
  std::vector<std::byte> bytes;
  append(bytes, forest.tree_offsets);
  append(bytes, forest.attribute);
  append(bytes, forest.threshold);
  append(bytes, forest.link);
  append(bytes, forest.count);
  return bytes;
}

template <class T>
bool take(std::span<const std::byte>& bytes, std::vector<T>& values, std::size_t count) {
  if (bytes.size() / sizeof(T) < count) return false;
  values.resize(count);
  std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes = bytes.subspan(count * sizeof(T));
  return true;
}

std::optional<Forest> decode_forest(std::span<const std::byte> bytes, const TrainingData& data,
                                    const Settings& settings) {
  Forest forest;
  if (!take(bytes, forest.tree_offsets, std::size_t{settings.trees} + 1)) return std::nullopt;
  const auto nodes =
      static_cast<std::size_t>(std::max<std::int64_t>(forest.tree_offsets.back(), 0));
  const bool whole = take(bytes, forest.attribute, nodes) && take(bytes, forest.threshold, nodes) &&
                     take(bytes, forest.link, nodes) && take(bytes, forest.count, nodes) &&
                     bytes.empty();
  if (!whole || !fault(forest, data.attributes, data.label_count).empty()) return std::nullopt;
  return forest;
}

bool is_naive_affordable(const TrainingData& data, const Settings& settings) {
  const double draws = settings.draws(data.samples);
  const double levels = std::min<double>(settings.maximum_depth, std::log2(draws) + 2);
  return settings.trees * draws * levels * settings.attributes_tried <= most_naive_visits;
}

}  // namespace

Forest cached_reference(const assay::sdk::Host& host, const TrainingData& data,
                        const Settings& settings, double worth_seconds) {
  const std::string key = reference_key(data, settings);
  return assay::sdk::cached(
      host, key, worth_seconds,
      [&] {
        return is_naive_affordable(data, settings)
                   ? reference_forest(data, settings)
                   : join(grow_forest(data, settings, omp_get_max_threads()));
      },
      encode_forest,
      [&](std::span<const std::byte> bytes) { return decode_forest(bytes, data, settings); });
}

}  // namespace forest
