// A digest of bytes that is the same on every backend, for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

// A digest is a sum of terms: each word of eight bytes is mixed with its number and the seed into
// 64 bits, and the order of summation does not matter. Bytes beyond the last whole word make a word
// that is padded with zeros, and the number of bytes has a term too. Bytes that differ in a single
// word never have the same digest; others collide with a probability of 2^-64. Nobody who does not
// know the seed can construct bytes for a given digest; against those who know it, the digest is
// not a cryptographic hash.
//
// Returns the sum of the terms of the words in `bytes`, numbered from `first` on. Such sums of
// disjoint ranges add up; the term for the number of all bytes is added by `digest`. Only the last
// range may end within a word.
[[nodiscard]] std::uint64_t digest_terms(std::span<const std::byte> bytes, std::uint64_t first,
                                         std::uint64_t seed);

[[nodiscard]] std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t seed);

// The term of a digest for the number of bytes.
[[nodiscard]] std::uint64_t digest_of_size(std::uint64_t bytes, std::uint64_t seed);

// Draws a seed that nobody can foresee.
[[nodiscard]] std::uint64_t drawn_seed();

}  // namespace assay
