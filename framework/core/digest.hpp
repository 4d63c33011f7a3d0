// A digest of bytes that every backend computes alike, whatever the number of its threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

// Words of eight bytes are spread over 64 bits, each in a way of its own, and summed up: the order
// in which they are summed does not matter. Bytes beyond the last whole word make a word with zeros
// behind them, and their number takes part. Bytes that differ in a single word never have the same
// digest; others have with a probability of 2^-64. Whoever does not know the seed cannot make bytes
// to a given digest; it is no cryptographic hash for whoever does.
//
// The terms of the words from number `first` on, which of disjoint ranges add up; the number of all
// bytes is added by `digest`. Only the last range may end within a word.
[[nodiscard]] std::uint64_t digest_terms(std::span<const std::byte> bytes, std::uint64_t first,
                                         std::uint64_t seed);

[[nodiscard]] std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t seed);

// The term of a digest that tells how many bytes there were.
[[nodiscard]] std::uint64_t digest_of_size(std::uint64_t bytes, std::uint64_t seed);

// One that nobody can foresee.
[[nodiscard]] std::uint64_t drawn_seed();

}  // namespace assay
