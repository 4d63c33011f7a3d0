#include "framework/core/space/corners.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>

namespace assay {
namespace {

// Covers the values of a space, one configuration after another.
class Cover {
 public:
  explicit Cover(const SearchSpace& space) : space_(space), parameters_(space.parameters()) {
    for (const auto& parameter : parameters_) is_seen_.emplace_back(parameter.values.size(), false);
    defaults_ = space.assignment(space.default_index());
    take(space.default_index());
  }

  std::vector<Bindings> configurations() && {
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
      for (std::uint32_t value = 0; value < parameters_[p].values.size(); ++value) {
        if (is_seen_[p][value]) continue;
        if (const auto number = with(p, value)) take(*number);
      }
    }
    return std::move(found_);
  }

 private:
  void take(std::uint64_t number) {
    const auto assignment = space_.assignment(number);
    for (std::size_t p = 0; p < parameters_.size(); ++p) is_seen_[p][assignment[p]] = true;
    found_.push_back(space_.at(number));
  }

  // A configuration with this value and, where the constraints admit it, values of the parameters
  // after it that were not seen yet. Nothing if no configuration has the value.
  std::optional<std::uint64_t> with(std::size_t first, std::uint32_t value) const {
    auto wanted = defaults_;
    std::vector<bool> fixed(parameters_.size(), false);
    wanted[first] = value;
    fixed[first] = true;
    auto best = space_.nearest_to(wanted, fixed);
    for (std::size_t p = first + 1; best && p < parameters_.size(); ++p) {
      const auto unseen = std::find(is_seen_[p].begin(), is_seen_[p].end(), false);
      if (unseen == is_seen_[p].end()) continue;
      wanted[p] = static_cast<std::uint32_t>(unseen - is_seen_[p].begin());
      fixed[p] = true;
      if (const auto number = space_.nearest_to(wanted, fixed)) {
        best = number;
      } else {
        wanted[p] = defaults_[p];
        fixed[p] = false;
      }
    }
    return best;
  }

  const SearchSpace& space_;
  const std::vector<Parameter>& parameters_;
  std::vector<std::vector<bool>> is_seen_;
  std::vector<std::uint32_t> defaults_;
  std::vector<Bindings> found_;
};

}  // namespace

std::vector<Bindings> each_value_once(const SearchSpace& space) {
  return Cover(space).configurations();
}

std::vector<Bindings> corners(const SearchSpace& space, std::size_t count) {
  // Patterns of first and last values of so many parameters; those beyond repeat the pattern.
  constexpr std::size_t most_bits = 14;
  const auto& parameters = space.parameters();
  std::vector<std::uint64_t> patterns(std::uint64_t{1} << std::min(parameters.size(), most_bits));
  for (std::size_t k = 0; k < patterns.size(); ++k) patterns[k] = k;
  std::shuffle(patterns.begin(), patterns.end(), std::mt19937_64(1));
  std::vector<Bindings> found;
  for (const std::uint64_t pattern : patterns) {
    if (found.size() == count) break;
    Bindings configuration;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      const bool last = (pattern >> (k % most_bits) & 1) != 0;
      const auto& values = parameters[k].values;
      configuration.emplace_back(parameters[k].name, last ? values.back() : values.front());
    }
    if (const auto number = space.index_of(configuration)) found.push_back(space.at(*number));
  }
  return found;
}

}  // namespace assay
