#include "framework/core/hash.hpp"

#include <fmt/format.h>

// Compiles the library's functions into this file, so that no shared library is needed at run time.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>

namespace assay {

struct Hasher::State {
  XXH64_state_t xxh64;
};

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH64_reset(&state_->xxh64, 0); }

Hasher::~Hasher() = default;

// Not inlined: where GCC 12 knows the size, it warns of accesses that the library never makes.
[[gnu::noinline]] Hasher& Hasher::bytes(const void* data, std::size_t size) {
  // The library takes a null pointer for an error, even where there is nothing to read.
  if (size > 0) XXH64_update(&state_->xxh64, data, size);
  return *this;
}

Hasher& Hasher::text(std::string_view text) {
  return number(text.size()).bytes(text.data(), text.size());
}

Hasher& Hasher::number(std::uint64_t value) {
  static_assert(std::endian::native == std::endian::little,
                "a number is hashed as it lies in memory");
  return bytes(&value, sizeof value);
}

std::uint64_t Hasher::value() const { return XXH64_digest(&state_->xxh64); }

std::string Hasher::hex() const { return fmt::format("{:016x}", value()); }

std::string hash_hex(std::string_view bytes) {
  return Hasher().bytes(bytes.data(), bytes.size()).hex();
}

}  // namespace assay
