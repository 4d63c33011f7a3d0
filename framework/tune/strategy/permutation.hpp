#pragma once

#include <array>
#include <cstdint>

namespace assay {

// A pseudo-random permutation of 0 .. size-1, determined by its seed, in constant memory: a Feistel
// network over the next even power of two, whose results beyond the range are sent through the
// network again (cycle walking; Black and Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA
// 2002).
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed);

  // Requires position < size.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t position) const;

 private:
  [[nodiscard]] std::uint64_t encrypt(std::uint64_t block) const;

  std::uint64_t size_;
  unsigned half_bits_ = 1;
  std::array<std::uint64_t, 6> keys_{};  // four rounds suffice in theory, for wide blocks
};

}  // namespace assay
