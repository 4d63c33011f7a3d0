// Tests of guard zones that a device checks itself, by a kernel that the fake driver runs here.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "framework/device/guards.hpp"
#include "framework/device/native.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/framework/device/support.hpp"

namespace assay::device::cuda {
namespace {

using test::fake_device;
using test::fake_world;
using test::FakeKernel;
using test::FakeWorld;

template <class T>
T value_of(void** values, std::size_t index) {
  T value;
  std::memcpy(&value, values[index], sizeof value);
  return value;
}

bool differs(const std::uint32_t* zone, std::uint64_t begin, std::uint64_t words,
             const std::uint32_t* block, std::uint64_t block_words) {
  for (std::uint64_t k = 0; k < words; ++k) {
    if (zone[k] != block[(begin + k) % block_words]) return true;
  }
  return false;
}

// compare_guards as the device has it, one word after another.
FakeKernel comparing_kernel() {
  FakeKernel kernel{.parameters = {8, 8, 8, 8, 8, 8, 8, 8}};
  kernel.action = [](void** values) {
    const auto words = [&](std::size_t index) {
      return reinterpret_cast<std::uint32_t*>(value_of<CUdeviceptr>(values, index));
    };
    const auto count = [&](std::size_t index) { return value_of<std::uint64_t>(values, index); };
    const bool found = differs(words(0), count(1), count(4), words(5), count(6)) ||
                       differs(words(2), count(3), count(4), words(5), count(6));
    if (found) *words(7) = 1;
  };
  return kernel;
}

struct Guards {
  explicit Guards(std::size_t memory_bytes = 64U << 20U)
      : world(fake_world(
            {.kernels = {{"compare_guards", comparing_kernel()}}, .memory_bytes = memory_bytes})),
        device(fake_device()) {}

  [[nodiscard]] std::size_t comparisons() const {
    return static_cast<std::size_t>(std::ranges::count(
        world.launches, "compare_guards", [](const auto& launch) { return launch.kernel; }));
  }
  // The device's copy of all contents of guard zones; nullptr if there is none.
  [[nodiscard]] std::vector<unsigned char>* block() const {
    for (auto& [_, memory] : world.memory) {
      if (memory.size() == guard_block().size()) return &memory;
    }
    return nullptr;
  }
  // Flips a bit that lies `index` bytes from the buffer's beginning.
  void poke(Buffer& buffer, std::ptrdiff_t index) const {
    auto* data = static_cast<unsigned char*>(device->require<NativeWork>().native_buffer(buffer));
    data[index] ^= 1U;
  }

  FakeWorld& world;
  std::unique_ptr<Accelerator> device;
};

}  // namespace

TEST_CASE("a device tells intact guard zones from damaged ones, and the host says how far") {
  const Guards f;
  for (const std::size_t size : {0, 4, 1000, 1 << 20, 20 << 20}) {
    const auto zone = static_cast<std::ptrdiff_t>(guard_zone_bytes(size));
    const auto end = static_cast<std::ptrdiff_t>(size);
    CAPTURE(size);
    for (const std::ptrdiff_t index : {-zone, std::ptrdiff_t{-1}, end, end + zone - 1}) {
      const auto buffer = f.device->create_buffer(size);
      CHECK_FALSE(f.device->guard_damage(*buffer).any());
      f.poke(*buffer, index);
      const GuardDamage damage = f.device->guard_damage(*buffer);
      CHECK(damage.before == (index < 0 ? static_cast<std::size_t>(-index) : 0));
      CHECK(damage.after == (index < 0 ? 0 : static_cast<std::size_t>(index - end + 1)));
      f.device->renew_guards(*buffer);
      CHECK_FALSE(f.device->guard_damage(*buffer).any());
    }
  }
  CHECK(f.comparisons() == 5 * 4 * 3);
}

TEST_CASE("a buffer that ends within a word is checked on the host") {
  const Guards f;
  const auto buffer = f.device->create_buffer(1001);
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
  f.poke(*buffer, 1001);
  CHECK(f.device->guard_damage(*buffer).after == 1);
  CHECK(f.comparisons() == 0);
}

TEST_CASE("no zone is blamed for a damaged copy of its contents, which is written anew") {
  const Guards f;
  const auto buffer = f.device->create_buffer(100);
  REQUIRE(f.block() != nullptr);
  std::ranges::fill(*f.block(), 7);
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
  CHECK(std::ranges::equal(*f.block(), guard_block()));
  f.device->renew_guards(*buffer);
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
}

TEST_CASE("where memory is short, guard zones are written and checked from the host") {
  const Guards f(1U << 20U);
  const auto buffer = f.device->create_buffer(1000);
  CHECK(f.block() == nullptr);
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
  f.poke(*buffer, -1);
  CHECK(f.device->guard_damage(*buffer).before == 1);
  CHECK(f.comparisons() == 0);
}

TEST_CASE("checking guard zones counts as nobody's time") {
  const Guards f;
  const auto buffer = f.device->create_buffer(1000);
  f.device->set_label(0);
  static_cast<void>(f.device->collect_device_seconds());
  CHECK_FALSE(f.device->guard_damage(*buffer).any());
  CHECK(f.comparisons() == 1);
  for (const double seconds : f.device->collect_device_seconds()) CHECK(seconds == 0);
}

}  // namespace assay::device::cuda
