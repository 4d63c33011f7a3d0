#include "framework/core/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace assay {
namespace {

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4F;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5;

static_assert(std::endian::native == std::endian::little,
              "the digests are defined over little-endian words");

template <class Word>
std::uint64_t read(const unsigned char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t word) {
  return std::rotl(lane + word * prime2, 31) * prime1;
}

// The last steps of the specification: the bytes short of a stripe, then the avalanche.
std::uint64_t finish(std::uint64_t hash, const unsigned char* tail, std::size_t size) {
  for (; size >= 8; tail += 8, size -= 8) {
    hash = std::rotl(hash ^ round(0, read<std::uint64_t>(tail)), 27) * prime1 + prime4;
  }
  if (size >= 4) {
    hash = std::rotl(hash ^ (read<std::uint32_t>(tail) * prime1), 23) * prime2 + prime3;
    tail += 4;
    size -= 4;
  }
  for (; size > 0; ++tail, --size) hash = std::rotl(hash ^ (*tail * prime5), 11) * prime1;
  hash = (hash ^ (hash >> 33)) * prime2;
  hash = (hash ^ (hash >> 29)) * prime3;
  return hash ^ (hash >> 32);
}

}  // namespace

void Hasher::consume(const unsigned char* stripe) {
  for (std::size_t k = 0; k < lanes_.size(); ++k) {
    lanes_[k] = round(lanes_[k], read<std::uint64_t>(stripe + 8 * k));
  }
}

Hasher& Hasher::bytes(const void* data, std::size_t size) {
  const auto* from = static_cast<const unsigned char*>(data);
  total_ += size;
  if (pending_size_ > 0) {
    const std::size_t taken = std::min(size, stripe_size - pending_size_);
    std::copy_n(from, taken, pending_.data() + pending_size_);
    pending_size_ += taken;
    from += taken;
    size -= taken;
    if (pending_size_ < stripe_size) return *this;
    consume(pending_.data());
  }
  for (; size >= stripe_size; from += stripe_size, size -= stripe_size) consume(from);
  std::copy_n(from, size, pending_.data());
  pending_size_ = size;
  return *this;
}

Hasher& Hasher::text(std::string_view text) {
  return number(text.size()).bytes(text.data(), text.size());
}

Hasher& Hasher::number(std::uint64_t value) { return bytes(&value, sizeof value); }

std::uint64_t Hasher::value() const {
  std::uint64_t hash = prime5;  // for input shorter than a stripe
  if (total_ >= stripe_size) {
    hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
           std::rotl(lanes_[3], 18);
    for (const std::uint64_t lane : lanes_) hash = (hash ^ round(0, lane)) * prime1 + prime4;
  }
  return finish(hash + total_, pending_.data(), pending_size_);
}

std::string Hasher::hex() const { return fmt::format("{:016x}", value()); }

std::string hash_hex(std::string_view bytes) {
  return Hasher().bytes(bytes.data(), bytes.size()).hex();
}

}  // namespace assay
