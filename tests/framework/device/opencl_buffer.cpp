#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

#include "tests/framework/device/support.hpp"

namespace assay::device {
namespace {

using test::argument;
using test::build_text;
using test::contents;
using test::error_of;
using test::first_opencl_device;
using test::value_argument;

// Writes `value` at `index`, in or outside the buffer.
constexpr const char* poke_source =
    "__kernel void poke(__global float* data, long index, float value) { data[index] = value; }";

void poke(KernelLauncher& device, Kernel& kernel, Buffer& buffer, std::int64_t index, float value) {
  const KernelArgument arguments[] = {argument(buffer), value_argument(index),
                                      value_argument(value)};
  device.launch(nullptr, kernel, {{1}}, {{1}}, arguments);
}

}  // namespace

TEST_CASE("buffers give back what was written, at any offset and size") {
  const auto device = first_opencl_device();
  std::mt19937 random(1);
  for (const std::size_t size : {1, 3, 4, 127, 128, 129, 4096, 100003}) {
    const auto buffer = device->create_buffer(size);
    REQUIRE(buffer->size() == size);
    std::vector<unsigned char> expected(size, 0xFF);  // the poison of unwritten memory
    CHECK(contents<unsigned char>(*device, *buffer) == expected);
    for (int repetition = 0; repetition < 20; ++repetition) {
      const std::size_t offset = random() % size;
      std::vector<unsigned char> piece(random() % (size - offset + 1));
      for (auto& byte : piece) byte = static_cast<unsigned char>(random());
      device->write(nullptr, *buffer, offset, piece.data(), piece.size());
      std::ranges::copy(piece, expected.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    CHECK(contents<unsigned char>(*device, *buffer) == expected);
    const std::size_t half = size / 2;
    std::vector<unsigned char> part(size - half);
    device->read(nullptr, *buffer, half, part.data(), part.size());
    CHECK(
        std::equal(part.begin(), part.end(), expected.begin() + static_cast<std::ptrdiff_t>(half)));
    CHECK_FALSE(device->guard_damage(*buffer).any());
  }
}

TEST_CASE("a new buffer is NaN, as float and as double") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(1024);
  const auto nan = [](auto x) { return std::isnan(x); };
  CHECK(std::ranges::all_of(contents<float>(*device, *buffer), nan));
  CHECK(std::ranges::all_of(contents<double>(*device, *buffer), nan));
}

TEST_CASE("what a kernel reads beyond its buffer is finite and never the same") {
  const auto device = first_opencl_device();
  const auto program =
      build_text(*device,
                 "__kernel void peek(__global const float* from, __global float* to,"
                 " long n) { long i = get_global_id(0); to[i] = from[i - 32]; "
                 "to[32 + i] = from[n + i]; }");
  const auto kernel = device->create_kernel(*program, "peek");
  const std::vector<float> zeros(100);
  const auto from = device->create_buffer(400);
  device->write(nullptr, *from, 0, zeros.data(), 400);
  const auto to = device->create_buffer(256);
  const std::int64_t n = 100;
  const KernelArgument arguments[] = {argument(*from), argument(*to), value_argument(n)};
  const auto peek = [&] {
    device->launch(nullptr, *kernel, {{32}}, {{32}}, arguments);
    return contents<float>(*device, *to);
  };
  const auto first = peek();
  CHECK(std::ranges::all_of(first, [](float x) { return std::isfinite(x); }));
  CHECK(peek() == first);
  device->renew_guards(*from);
  CHECK_FALSE(device->guard_damage(*from).any());
  CHECK(contents<float>(*device, *from) == zeros);
  const auto second = peek();
  for (std::size_t k = 0; k < first.size(); ++k) CHECK(first[k] != second[k]);
}

TEST_CASE("what lies before a buffer is no copy of what lies behind it, or around another") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device,
                                  "__kernel void move(__global uint* data, long from, long to) {"
                                  " data[to] = data[from]; }");
  const auto kernel = device->create_kernel(*program, "move");
  const auto move = [&](Buffer& buffer, std::int64_t from, std::int64_t to) {
    const KernelArgument arguments[] = {argument(buffer), value_argument(from), value_argument(to)};
    device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
  };
  // The guard zones hold 100 words each from -16384 and from 100 on, and no two words are alike.
  for (const std::int64_t to : {-1, -16384, 100, 5100, 100 + 16383}) {
    for (const std::int64_t from : {-2, -8192, 101, 4100}) {
      const auto buffer = device->create_buffer(400);
      move(*buffer, from, to);
      CAPTURE(from, to);
      CHECK(device->guard_damage(*buffer).any());
      move(*buffer, from, from);  // writing a word's own value to its place changes nothing
    }
  }
}

TEST_CASE("guard zones notice a kernel that writes before or behind its buffer") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device, poke_source);
  const auto kernel = device->create_kernel(*program, "poke");
  const float nan = std::nanf("");
  for (const std::int64_t floats : {1, 31, 32, 1000}) {
    for (const float value : {0.0F, 1.0F, nan}) {
      for (const std::int64_t index : {std::int64_t{-1}, std::int64_t{-64}, floats, floats + 63}) {
        const auto buffer = device->create_buffer(static_cast<std::size_t>(floats) * 4);
        poke(*device, *kernel, *buffer, 0, value);
        poke(*device, *kernel, *buffer, floats - 1, value);
        CHECK_FALSE(device->guard_damage(*buffer).any());
        poke(*device, *kernel, *buffer, index, value);
        const GuardDamage damage = device->guard_damage(*buffer);
        // Some bytes of the poked float may equal the zone's by chance, so the distance is exact to
        // a float.
        const std::int64_t out = index < 0 ? -4 * index : 4 * (index - floats) + 4;
        const auto told = static_cast<std::int64_t>(index < 0 ? damage.before : damage.after);
        CHECK(std::abs(told - out) < 4);
        CHECK((index < 0 ? damage.after : damage.before) == 0);
      }
    }
  }
}

TEST_CASE("a single byte behind a buffer of odd size is noticed") {
  const auto device = first_opencl_device();
  const auto program = build_text(
      *device, "__kernel void set(__global uchar* data, long index) { data[index] ^= 1; }");
  const auto kernel = device->create_kernel(*program, "set");
  const auto buffer = device->create_buffer(13);
  for (const std::int64_t index : {12, 13}) {
    const KernelArgument arguments[] = {argument(*buffer), value_argument(index)};
    device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
    CHECK(device->guard_damage(*buffer).any() != (index == 12));
  }
}

TEST_CASE("kernels get their buffers aligned as the device promises") {
  const auto device = first_opencl_device();
  const auto program = build_text(*device,
                                  "__kernel void address(__global uchar* data, __global ulong* out)"
                                  " { out[0] = (ulong)data; }");
  const auto kernel = device->create_kernel(*program, "address");
  const auto alignment =
      static_cast<std::uint64_t>(device->description().facts.at("memory_alignment_bytes"));
  const auto out = device->create_buffer(8);
  for (const std::size_t size : {1, 8, 1000, 65537}) {
    const auto buffer = device->create_buffer(size);
    const KernelArgument arguments[] = {argument(*buffer), argument(*out)};
    device->launch(nullptr, *kernel, {{1}}, {{1}}, arguments);
    CHECK(contents<std::uint64_t>(*device, *out)[0] % alignment == 0);
  }
}

TEST_CASE("fill repeats a pattern") {
  const auto device = first_opencl_device();
  std::mt19937 random(2);
  for (const std::size_t pattern_size : {1, 2, 4, 8, 16}) {
    std::vector<unsigned char> pattern(pattern_size);
    for (auto& byte : pattern) byte = static_cast<unsigned char>(random());
    const auto buffer = device->create_buffer(64 * pattern_size);
    const std::size_t offset = 3 * pattern_size;
    const std::size_t bytes = 20 * pattern_size;
    device->fill(nullptr, *buffer, offset, bytes, pattern.data(), pattern_size);
    const auto found = contents<unsigned char>(*device, *buffer);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const bool inside = k >= offset && k < offset + bytes;
      if (found[k] != (inside ? pattern[k % pattern_size] : 0xFF)) FAIL("byte " << k);
    }
    CHECK_FALSE(device->guard_damage(*buffer).any());
  }
}

TEST_CASE("a fill that makes no sense is refused") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(96);
  const unsigned char pattern[32] = {};
  const auto status = [&](std::size_t offset, std::size_t bytes, std::size_t pattern_size) {
    return error_of([&] { device->fill(nullptr, *buffer, offset, bytes, pattern, pattern_size); })
        .status();
  };
  CHECK(status(0, 96, 0) == ASSAY_INVALID);
  CHECK(status(0, 96, 3) == ASSAY_INVALID);
  CHECK(status(0, 96, 32) == ASSAY_INVALID);
  CHECK(status(2, 4, 4) == ASSAY_INVALID);
  CHECK(status(0, 6, 4) == ASSAY_INVALID);
  CHECK(status(96, 4, 4) == ASSAY_INVALID);
}

TEST_CASE("what leaves a buffer is refused") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(16);
  unsigned char bytes[32] = {};
  const std::size_t huge = ~std::size_t{0};
  const std::pair<std::size_t, std::size_t> ranges[] = {{0, 17},   {16, 1},   {17, 0},
                                                        {huge, 1}, {8, huge}, {huge, huge}};
  for (const auto& [offset, size] : ranges) {
    CHECK(error_of([&] { device->write(nullptr, *buffer, offset, bytes, size); }).status() ==
          ASSAY_INVALID);
    const auto error = error_of([&] { device->read(nullptr, *buffer, offset, bytes, size); });
    CHECK(error.status() == ASSAY_INVALID);
    CHECK_THAT(error.what(), contains("16 bytes"));
  }
}

TEST_CASE("bytes are copied from buffer to buffer, and within one where nothing overlaps") {
  const auto device = first_opencl_device();
  std::vector<unsigned char> bytes(1000);
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<unsigned char>(k * 7);
  const auto from = device->create_buffer(bytes.size());
  const auto to = device->create_buffer(500);
  device->write(nullptr, *from, 0, bytes.data(), bytes.size());
  device->copy(nullptr, *from, 13, *to, 101, 399);
  const auto copied = contents<unsigned char>(*device, *to);
  CHECK(std::ranges::all_of(copied.begin(), copied.begin() + 101,
                            [](unsigned char byte) { return byte == 0xFF; }));
  CHECK(std::equal(copied.begin() + 101, copied.end(), bytes.begin() + 13));
  device->copy(nullptr, *from, 0, *from, 500, 500);
  device->copy(nullptr, *from, 7, *from, 7, 0);
  CHECK(std::equal(bytes.begin(), bytes.begin() + 500,
                   contents<unsigned char>(*device, *from).begin() + 500));
  CHECK_THAT(error_of([&] { device->copy(nullptr, *from, 0, *from, 499, 500); }).what(),
             contains("overlap"));
  CHECK_THAT(error_of([&] { device->copy(nullptr, *from, 0, *to, 1, 500); }).what(),
             contains("1 to 501 of a buffer of 500"));
  CHECK_THAT(error_of([&] { device->copy(nullptr, *from, 900, *to, 0, 200); }).what(),
             contains("900 to 1100 of a buffer of 1000"));
  CHECK_FALSE(device->guard_damage(*from).any());
  CHECK_FALSE(device->guard_damage(*to).any());
}

TEST_CASE("an empty buffer works and is guarded") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(0);
  CHECK(buffer->size() == 0);
  device->write(nullptr, *buffer, 0, nullptr, 0);
  device->read(nullptr, *buffer, 0, nullptr, 0);
  const float zero = 0;
  device->fill(nullptr, *buffer, 0, 0, &zero, sizeof zero);
  CHECK_FALSE(device->guard_damage(*buffer).any());
  const auto program = build_text(*device, poke_source);
  const auto kernel = device->create_kernel(*program, "poke");
  poke(*device, *kernel, *buffer, 0, 1.0F);
  CHECK(device->guard_damage(*buffer).any());
}

TEST_CASE("a buffer that the device cannot hold is out of memory") {
  const auto device = first_opencl_device();
  const auto limit =
      static_cast<std::size_t>(device->description().facts.at("max_allocation_bytes"));
  for (const std::size_t bytes : {limit * 2, ~std::size_t{0} - 600, ~std::size_t{0}}) {
    const auto error = error_of([&] { device->create_buffer(bytes); });
    CHECK(error.status() == ASSAY_OUT_OF_MEMORY);
    CHECK_THAT(error.what(), contains(std::to_string(bytes)));
  }
}

}  // namespace assay::device
