#include "framework/device/cpu/guarded_memory.hpp"

#include <csignal>
#include <cstring>

#include "tests/catch.hpp"

using assay::device::GuardedMemory;

TEST_CASE("host memory is aligned to a page, writable to its ends, and guarded beyond them") {
  for (const std::size_t bytes : {0UL, 1UL, 63UL, 4096UL, 100'001UL, 40UL << 20U}) {
    CAPTURE(bytes);
    GuardedMemory memory(bytes, "some memory");
    auto* data = memory.bytes().data();
    CHECK(memory.bytes().size() == bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(data) % 4096 == 0);
    if (bytes > 0) std::memset(data, 7, bytes);
    CHECK_FALSE(memory.damage().any());
    // Offsets right behind the buffer, at the end of the last page, and a zone away.
    for (const std::size_t behind : {0UL, 1UL, 64UL, 60'000UL}) {
      data[bytes + behind] ^= std::byte{1};
      CHECK(memory.damage().before == 0);
      CHECK(memory.damage().after == behind + 1);
      data[bytes + behind] ^= std::byte{1};
    }
    for (const std::ptrdiff_t before : {1, 64, 65'536}) {
      data[-before] ^= std::byte{1};
      CHECK(memory.damage().before == static_cast<std::size_t>(before));
      CHECK(memory.damage().after == 0);
      data[bytes] ^= std::byte{1};
      CHECK(memory.damage().before == static_cast<std::size_t>(before));
      CHECK(memory.damage().after == 1);
      data[-before] ^= std::byte{1};
      data[bytes] ^= std::byte{1};
    }
    CHECK_FALSE(memory.damage().any());
    const std::byte old = data[bytes];
    bool differs = false;
    for (int k = 0; k < 20 && !differs; ++k) {
      memory.renew_guards();
      differs = data[bytes] != old;
    }
    CHECK(differs);
    CHECK_FALSE(memory.damage().any());
  }
}

TEST_CASE("guarded memory moves with what it holds") {
  GuardedMemory first(100, "some memory");
  first.bytes()[99] = std::byte{42};
  const GuardedMemory second(std::move(first));
  CHECK(second.bytes()[99] == std::byte{42});
  CHECK_FALSE(second.damage().any());
}

TEST_CASE("damage is told by how far out somebody wrote") {
  using assay::device::GuardDamage;
  using assay::device::to_string;
  CHECK(to_string(GuardDamage{0, 12}) == "up to 12 bytes after its end");
  CHECK(to_string(GuardDamage{1, 0}) == "up to 1 byte before its beginning");
  CHECK(to_string(GuardDamage{8, 4}) ==
        "up to 8 bytes before its beginning and up to 4 bytes after its end");
}
