#include "framework/core/halton.hpp"

#include <cmath>
#include <numeric>
#include <span>

#include "framework/core/random.hpp"

namespace assay {
namespace {

std::uint64_t next_prime(std::uint64_t after) {
  for (std::uint64_t candidate = after + 1;; ++candidate) {
    bool is_prime = true;
    for (std::uint64_t k = 2; k * k <= candidate; ++k) is_prime = is_prime && candidate % k != 0;
    if (is_prime) return candidate;
  }
}

}  // namespace

HaltonSequence::HaltonSequence(std::size_t dimensions, std::uint64_t seed) {
  Random draw(seed);
  std::uint64_t base = 1;
  for (std::size_t d = 0; d < dimensions; ++d) {
    base = next_prime(base);
    Dimension dimension{base, {}};
    // A double tells digits at so many places apart.
    const auto places =
        static_cast<std::size_t>(std::ceil(53 / std::log2(static_cast<double>(base))));
    for (std::size_t place = 0; place < places; ++place) {
      std::vector<std::uint64_t> permutation(base);
      std::iota(permutation.begin(), permutation.end(), 0);
      draw.shuffle(std::span(permutation));
      dimension.digits.push_back(std::move(permutation));
    }
    dimensions_.push_back(std::move(dimension));
  }
}

std::vector<double> HaltonSequence::operator()(std::uint64_t number) const {
  std::vector<double> point;
  for (const auto& [base, digits] : dimensions_) {
    // The sum of all places below the last one could round up to 1.
    constexpr double below_one = 1 - 0x1p-53;
    double coordinate = 0;
    double unit = 1;
    std::uint64_t left = number;
    for (const auto& place : digits) {
      unit /= static_cast<double>(base);
      coordinate += unit * static_cast<double>(place[left % base]);
      left /= base;
    }
    point.push_back(coordinate < 1 ? coordinate : below_one);
  }
  return point;
}

}  // namespace assay
