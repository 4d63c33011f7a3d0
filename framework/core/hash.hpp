// The one hash of the framework: fingerprints, digests, build ids, cache keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

// XXH64 (Collet, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md, seed 0),
// streaming. Chosen over FNV-1a because digests run over input data of gigabytes. Not
// cryptographic: it tells changed data from unchanged, not honest data from forged.
class Hasher {
 public:
  Hasher();
  ~Hasher();

  Hasher& bytes(const void* data, std::size_t size);
  // Adds the text with its length in front, so that ("ab", "c") and ("a", "bc") differ.
  Hasher& text(std::string_view text);
  Hasher& number(std::uint64_t value);

  // The hash of everything added so far; more may follow.
  [[nodiscard]] std::uint64_t value() const;
  [[nodiscard]] std::string hex() const;  // 16 digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// XXH64 of a byte sequence, as 16 hexadecimal digits.
[[nodiscard]] std::string hash_hex(std::string_view bytes);

}  // namespace assay
