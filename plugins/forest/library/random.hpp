// The random choices of a forest for C++: includes kernels/forest/random.h, the source of the
// device code.
#pragma once

#include <cstdint>

namespace forest {

using uint = std::uint32_t;
using ulong = std::uint64_t;

#define FUNCTION inline
#include "kernels/forest/random.h"
#undef FUNCTION

// A stream of random numbers for generating data: identical on every machine, since it does not use
// the mathematical library. `stream` separates independent uses of a seed.
class Stream {
 public:
  Stream(std::uint32_t seed, std::uint32_t stream) : seed_(seed), stream_(stream) {}

  std::uint32_t word() {
    if (used_ == 4) {
      words_ = philox(index_++, 0, 0, 0, seed_, stream_);
      used_ = 0;
    }
    return words_.word[used_++];
  }
  std::uint32_t below(std::uint32_t bound) { return random_below(word(), bound); }
  // A number of mean 0 and standard deviation 1, within -6 to 6: a sum of twelve uniform numbers
  // (Irwin and Hall).
  double normal() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(word()) * 0x1p-32;
    return sum;
  }

 private:
  std::uint32_t seed_;
  std::uint32_t stream_;
  std::uint32_t index_ = 0;
  random_words words_{};
  std::uint32_t used_ = 4;
};

}  // namespace forest
