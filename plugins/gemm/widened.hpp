// Numbers in the type that their sums have, for variants on the CPU, which has no arithmetic of
// halves.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "gemm/gemm.hpp"

namespace gemm {

// The numbers of an input: as they lie, or copies where they are halves. Borrows the tensor.
template <class Real>
class Widened {
 public:
  using Sum = SumOf<Real>;

  explicit Widened(const assay_tensor& input)
      : numbers_(assay::sdk::elements<const Real>(input)), copies_(is_same ? 0 : numbers_.size()) {}

  // The numbers. Halves are converted by each call, by so many threads: that is part of the work.
  const Sum* get([[maybe_unused]] int threads) {
    if constexpr (is_same) {
      return numbers_.data();
    } else {
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
      for (std::size_t k = 0; k < numbers_.size(); ++k) copies_[k] = widened(numbers_[k]);
      return copies_.data();
    }
  }

 private:
  static constexpr bool is_same = std::is_same_v<Real, Sum>;

  std::span<const Real> numbers_;
  std::vector<Sum> copies_;
};

}  // namespace gemm
