#include "forest/problem/held_out.hpp"

#include <algorithm>
#include <cmath>

#include "forest/library/random.hpp"

namespace forest {
namespace {

constexpr std::uint32_t held_out_stream = 0x80000000U;  // far from the generator's streams

// Returns the samples of `data` for which `chosen` equals `wanted`.
Dataset chosen_part(const Dataset& data, const std::vector<bool>& chosen, bool wanted) {
  Dataset part{data.attribute_names, {}, {}, data.label_names};
  const std::size_t samples = data.labels.size();
  for (std::size_t sample = 0; sample < samples; ++sample) {
    if (chosen[sample] == wanted) part.labels.push_back(data.labels[sample]);
  }
  part.values.reserve(part.labels.size() * data.attribute_names.size());
  for (std::size_t k = 0; k < data.values.size(); ++k) {
    if (chosen[k % samples] == wanted) part.values.push_back(data.values[k]);
  }
  return part;
}

}  // namespace

std::vector<bool> choose_held_out(std::uint32_t samples, const HeldOut& wanted) {
  std::vector<bool> chosen(samples);
  if (wanted.share <= 0) return chosen;
  const auto count = static_cast<std::uint32_t>(
      std::min(std::floor(wanted.share * samples), static_cast<double>(samples) - 1));
  if (wanted.which == "last") {
    std::fill(chosen.end() - count, chosen.end(), true);
  } else if (wanted.which == "every") {
    const double step = 1 / wanted.share;
    for (std::uint32_t k = 1; k <= count; ++k) {
      chosen[static_cast<std::size_t>(std::floor(k * step)) - 1] = true;
    }
  } else {
    Stream stream(wanted.seed, held_out_stream);
    const auto bound = static_cast<std::uint64_t>(std::ldexp(wanted.share, 32));
    for (std::uint32_t sample = 0; sample + 1 < samples; ++sample) {
      chosen[sample] = stream.word() < bound;
    }
  }
  return chosen;
}

Dataset take_out(Dataset& data, const std::vector<bool>& chosen) {
  Dataset out = chosen_part(data, chosen, true);
  data = chosen_part(data, chosen, false);
  return out;
}

}  // namespace forest
