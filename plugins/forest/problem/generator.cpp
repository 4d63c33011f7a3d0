#include "forest/problem/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "forest/library/random.hpp"

namespace forest {
namespace {

// Random streams of the seed: one each for label counts, the samples' order and the qualities; from
// first_attribute_stream on, one for each attribute.
constexpr std::uint32_t label_stream = 0;
constexpr std::uint32_t order_stream = 1;
constexpr std::uint32_t quality_stream = 2;
constexpr std::uint32_t first_attribute_stream = 3;

template <class T>
void shuffle(std::span<T> items, Stream& stream) {
  for (auto k = static_cast<std::uint32_t>(items.size()); k > 1; --k) {
    std::swap(items[k - 1], items[stream.below(k)]);
  }
}

// mean + spread * normal in units of 2^-scale. Both terms are rounded to integers before they are
// added, since some machines would round product and sum once, others twice.
std::int64_t normal_integer(Stream& stream, double mean, double spread, int scale) {
  const double deviation = spread * stream.normal();
  return std::llround(std::ldexp(mean, scale)) + std::llround(std::ldexp(deviation, scale));
}

std::vector<std::int32_t> make_labels(const Generation& wanted) {
  Stream stream(wanted.seed, label_stream);
  std::vector<std::uint64_t> shares;
  for (std::uint32_t label = 0; label < wanted.labels; ++label) {
    const std::int64_t share = normal_integer(stream, 1, wanted.label_spread, 20);
    shares.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(share, 1)));
  }
  const std::uint64_t all = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
  const std::uint64_t free = wanted.samples - wanted.labels;  // in addition to one for each label
  std::vector<std::int32_t> labels;
  labels.reserve(wanted.samples);
  std::uint64_t before = 0;
  for (std::uint32_t label = 0; label < wanted.labels; ++label) {
    const std::uint64_t behind = before + shares[label];
    const std::uint64_t count = 1 + free * behind / all - free * before / all;
    labels.insert(labels.end(), count, static_cast<std::int32_t>(label));
    before = behind;
  }
  Stream order(wanted.seed, order_stream);
  shuffle(std::span(labels), order);
  return labels;
}

// Returns the samples in the order of an attribute's values.
std::vector<std::uint32_t> place_samples(const Generation& wanted,
                                         std::span<const std::int32_t> labels,
                                         std::uint64_t quality, Stream& stream) {
  std::vector<std::uint32_t> rank(wanted.labels);
  std::iota(rank.begin(), rank.end(), std::uint32_t{0});
  shuffle(std::span(rank), stream);
  std::vector<std::uint32_t> places(wanted.samples);
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  // Otherwise the order within a label would follow the sample numbers.
  shuffle(std::span(places), stream);
  std::ranges::stable_sort(places, {}, [&](std::uint32_t sample) {
    return rank[static_cast<std::size_t>(labels[sample])];
  });
  std::vector<std::uint32_t> loose;  // places whose samples change
  for (std::uint32_t place = 0; place < wanted.samples; ++place) {
    if (stream.word() >= quality) loose.push_back(place);
  }
  std::vector<std::uint32_t> moved;
  moved.reserve(loose.size());
  for (const std::uint32_t place : loose) moved.push_back(places[place]);
  shuffle(std::span(moved), stream);
  for (std::size_t k = 0; k < loose.size(); ++k) places[loose[k]] = moved[k];
  return places;
}

// A random value within the place's share of -2^20 to 2^20. Integers up to the last step: only
// there it is rounded.
float value_at(std::uint32_t place, std::uint32_t samples, bool falls, Stream& stream) {
  const std::uint64_t within = (std::uint64_t{place} << 24) + (stream.word() >> 8);
  const std::uint64_t share = within / samples << 7;  // out of 2^31, in steps of 2^7
  const auto centred = static_cast<std::int64_t>(share) - (std::int64_t{1} << 30);
  return std::ldexp(static_cast<float>(falls ? -centred : centred), -10);
}

}  // namespace

Dataset generate(const Generation& wanted) {
  Dataset data;
  data.labels = make_labels(wanted);
  for (std::uint32_t label = 0; label < wanted.labels; ++label) {
    data.label_names.push_back(fmt::format("{}", label));
  }
  data.values.resize(std::size_t{wanted.attributes} * wanted.samples);
  Stream qualities(wanted.seed, quality_stream);
  for (std::uint32_t attribute = 0; attribute < wanted.attributes; ++attribute) {
    data.attribute_names.push_back(fmt::format("{}", attribute));
    const std::int64_t quality =
        normal_integer(qualities, wanted.quality, wanted.quality_spread, 32);
    Stream stream(wanted.seed, first_attribute_stream + attribute);
    const bool falls = stream.below(2) == 1;
    const auto places = place_samples(
        wanted, data.labels,
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(quality, 0, std::int64_t{1} << 32)),
        stream);
    float* column = data.values.data() + std::size_t{attribute} * wanted.samples;
    for (std::uint32_t place = 0; place < wanted.samples; ++place) {
      column[places[place]] = value_at(place, wanted.samples, falls, stream);
    }
  }
  return data;
}

}  // namespace forest
