// The one hash of the framework: fingerprints, digests, build ids, cache keys.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// XXH64 (Collet, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md, seed 0),
// streaming. Chosen over FNV-1a because digests run over input data of gigabytes. Not
// cryptographic: it tells changed data from unchanged, not honest data from forged.
class Hasher {
 public:
  Hasher& bytes(const void* data, std::size_t size);
  // Adds the text with its length in front, so that ("ab", "c") and ("a", "bc") differ.
  Hasher& text(std::string_view text);
  Hasher& number(std::uint64_t value);

  // The hash of everything added so far; more may follow.
  [[nodiscard]] std::uint64_t value() const;
  [[nodiscard]] std::string hex() const;  // 16 digits

 private:
  static constexpr std::size_t stripe_size = 32;
  void consume(const unsigned char* stripe);

  std::array<std::uint64_t, 4> lanes_ = {0x60EA27EEADC0B5D6, 0xC2B2AE3D27D4EB4F, 0,
                                         0x61C8864E7A143579};
  std::array<unsigned char, stripe_size> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_ = 0;
};

// XXH64 of a byte sequence, as 16 hexadecimal digits.
[[nodiscard]] std::string hash_hex(std::string_view bytes);

}  // namespace assay
