#pragma once

#include <functional>
#include <unordered_set>

#include "framework/tune/opening.hpp"
#include "framework/tune/strategy.hpp"

namespace assay {

// Proposes the opening, then in an order that is fixed in advance, and skips what was observed
// meanwhile.
class OrderedStrategy : public Strategy {
 public:
  // `index_at` maps positions 0 .. space.size()-1 one to one to indices.
  OrderedStrategy(const SearchSpace& space, std::function<std::uint64_t(std::uint64_t)> index_at);

  std::optional<std::uint64_t> propose() override;
  void observe(std::uint64_t index, std::optional<double> objective) override;

 private:
  // Claims an index; false if it was proposed or observed before.
  bool claim(std::uint64_t index) { return known_.insert(index).second; }

  std::uint64_t size_;
  Opening opening_;
  std::function<std::uint64_t(std::uint64_t)> index_at_;
  std::uint64_t position_ = 0;
  // Trials take milliseconds at least, so this never grows to a size that matters.
  std::unordered_set<std::uint64_t> known_;
};

[[nodiscard]] std::unique_ptr<Strategy> make_exhaustive(const SearchSpace& space,
                                                        std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Strategy> make_random(const SearchSpace& space, std::uint64_t seed);

}  // namespace assay
