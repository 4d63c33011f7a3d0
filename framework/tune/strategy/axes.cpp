#include "framework/tune/strategy/axes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay {
namespace {

std::vector<double> places(const std::vector<Value>& values) {
  std::vector<double> places;
  bool positive = true;
  for (std::size_t v = 0; v < values.size(); ++v) {
    const auto* integer = std::get_if<std::int64_t>(&values[v]);
    const auto* real = std::get_if<double>(&values[v]);
    places.push_back(integer != nullptr ? static_cast<double>(*integer)
                     : real != nullptr  ? *real
                                        : static_cast<double>(v));
    positive = positive && places.back() > 0;
  }
  if (positive) {
    for (double& place : places) place = std::log2(place);
  }
  const auto [least, most] = std::minmax_element(places.begin(), places.end());
  const double first = *least;
  const double range = *most > *least ? *most - *least : 1;
  for (double& place : places) place = (place - first) / range;
  return places;
}

// How often two divides each value; empty if the values are not all positive whole numbers, are all
// powers of two, whose places carry the same information, or are too few to show a pattern.
std::vector<int> twos(const std::vector<Value>& values) {
  if (values.size() < 5) return {};
  std::vector<int> twos;
  bool powers = true;
  for (const auto& value : values) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (integer == nullptr || *integer <= 0) return {};
    const auto number = static_cast<std::uint64_t>(*integer);
    twos.push_back(std::countr_zero(number));
    powers = powers && std::has_single_bit(number);
  }
  return powers ? std::vector<int>() : twos;
}

}  // namespace

double Axis::kinship(std::size_t a, std::size_t b) const {
  if (a == b) return 1;
  return twos.empty() ? 0 : std::exp(-std::abs(twos[a] - twos[b]));
}

std::vector<Axis> axes_of(const SearchSpace& space) {
  std::vector<Axis> axes;
  for (const auto& parameter : space.parameters()) {
    axes.push_back({places(parameter.values), twos(parameter.values)});
  }
  return axes;
}

}  // namespace assay
