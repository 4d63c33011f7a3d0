// Checks of digests for any device with memory of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/digest.hpp"
#include "framework/core/random.hpp"
#include "framework/device/device_memory.hpp"
#include "tests/catch.hpp"

namespace assay::device::test {

inline std::vector<std::byte> drawn_contents(std::size_t count, Random& draw) {
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(draw.below(256));
  return bytes;
}

// Compares digests with the host's for sizes around words, groups and all groups together, at
// offsets of every alignment. Element types need no cases of their own: to a digest they differ in
// size and alignment alone.
inline void check_digests(DeviceMemory& device) {
  Random draw(4);
  const std::size_t whole = 3'000'000;
  const auto bytes = drawn_contents(whole, draw);
  const auto buffer = device.create_buffer(whole);
  device.write(nullptr, *buffer, 0, bytes.data(), whole);
  for (const std::size_t count : {0U, 1U, 2U, 4U, 7U, 8U, 9U, 1023U, 1024U, 100'001U, 2'999'900U}) {
    for (const std::size_t offset : {0U, 1U, 2U, 4U, 8U, 12U, 63U, 64U}) {
      const std::uint64_t seed = draw.bits();
      CAPTURE(count, offset);
      CHECK(device.digest(*buffer, offset, count, seed) ==
            digest({bytes.data() + offset, count}, seed));
    }
  }
  const auto empty = device.create_buffer(0);
  CHECK(device.digest(*empty, 0, 0, 3) == digest({}, 3));
}

// Checks that every flipped bit changes the digest of a buffer of `bytes` bytes; the bits are drawn
// from anywhere in it, its first and its last byte included.
inline void check_flipped_bits(DeviceMemory& device, std::size_t bytes) {
  Random draw(5);
  const auto buffer = device.create_buffer(bytes);
  const std::uint64_t before = device.digest(*buffer, 0, bytes, 6);
  for (int k = 0; k < 50; ++k) {
    const std::size_t at = k == 0 ? 0 : k == 1 ? bytes - 1 : draw.below(bytes);
    std::byte byte{};
    device.read(nullptr, *buffer, at, &byte, 1);
    const std::byte flipped = byte ^ static_cast<std::byte>(1U << draw.below(8));
    device.write(nullptr, *buffer, at, &flipped, 1);
    CAPTURE(at);
    CHECK(device.digest(*buffer, 0, bytes, 6) != before);
    device.write(nullptr, *buffer, at, &byte, 1);
  }
  CHECK(device.digest(*buffer, 0, bytes, 6) == before);
}

}  // namespace assay::device::test
