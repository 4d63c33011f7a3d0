#include "framework/tune/strategy/permutation.hpp"

#include <bit>

#include "assay/random.hpp"

namespace assay {

Permutation::Permutation(std::uint64_t size, std::uint64_t seed) : size_(size) {
  const auto bits = static_cast<unsigned>(std::bit_width(size > 0 ? size - 1 : 0));
  half_bits_ = bits < 2 ? 1 : (bits + 1) / 2;
  for (auto& key : keys_) {
    key = sdk::split_mix(seed);
    seed += sdk::golden_stride;
  }
}

std::uint64_t Permutation::operator()(std::uint64_t position) const {
  // The block is less than four times as large as the range, so few rounds of walking are needed.
  do {
    position = encrypt(position);
  } while (position >= size_);
  return position;
}

std::uint64_t Permutation::encrypt(std::uint64_t block) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = block >> half_bits_;
  std::uint64_t right = block & mask;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t next = left ^ (sdk::mixed(right ^ key) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

}  // namespace assay
