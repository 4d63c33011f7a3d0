#include "framework/kernel_file/struct_array.hpp"

#include <complex>
#include <cstddef>
#include <cstring>

#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/kernel_file/fill.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;

ArrayMember member(const std::string& name, assay_element element, std::size_t width = 1,
                   const std::vector<std::int64_t>& shape = {}) {
  ArrayMember made;
  made.name = name;
  made.element = element;
  made.width = width;
  made.shape = shape;
  made.place = "s.toml:3:1";
  return made;
}

ArrayDescription structs(std::vector<ArrayMember> members, assay_backend backend = ASSAY_CPU) {
  ArrayDescription array;
  array.name = "body";
  array.element = ASSAY_U8;
  array.shape = {{"n", "s.toml:2:1"}};
  array.members = std::move(members);
  array.place = "s.toml:2:1";
  lay_out(array, backend);
  return array;
}

std::vector<std::size_t> offsets(const ArrayDescription& array) {
  std::vector<std::size_t> result;
  for (const ArrayMember& each : array.members) result.push_back(each.offset);
  result.push_back(array.struct_bytes);
  return result;
}

struct Mixed {
  char c;
  double d;
  short s;
  float v[3];
  bool b;
  std::int64_t l;
  std::uint8_t u;
};
struct Complex {
  std::uint8_t u;
  std::complex<float> z;
  float f[3];
  std::complex<double> w;
  double d;
};
struct Small {
  short s;
  std::uint8_t u[3];
};

}  // namespace

TEST_CASE("members lie where the compiler of this test places them") {
  CHECK(offsets(structs({member("c", ASSAY_I8), member("d", ASSAY_F64), member("s", ASSAY_I16),
                         member("v", ASSAY_F32, 1, {3}), member("b", ASSAY_BOOL8),
                         member("l", ASSAY_I64), member("u", ASSAY_U8)})) ==
        std::vector{offsetof(Mixed, c), offsetof(Mixed, d), offsetof(Mixed, s), offsetof(Mixed, v),
                    offsetof(Mixed, b), offsetof(Mixed, l), offsetof(Mixed, u), sizeof(Mixed)});
  CHECK(offsets(
            structs({member("u", ASSAY_U8), member("z", ASSAY_C64), member("f", ASSAY_F32, 1, {3}),
                     member("w", ASSAY_C128), member("d", ASSAY_F64)})) ==
        std::vector{offsetof(Complex, u), offsetof(Complex, z), offsetof(Complex, f),
                    offsetof(Complex, w), offsetof(Complex, d), sizeof(Complex)});
  CHECK(offsets(structs({member("s", ASSAY_I16), member("u", ASSAY_U8, 1, {3})})) ==
        std::vector{offsetof(Small, s), offsetof(Small, u), sizeof(Small)});
}

TEST_CASE("vectors lie as in OpenCL and in CUDA") {
  const std::vector members = {member("p", ASSAY_F32, 3), member("m", ASSAY_F32),
                               member("w", ASSAY_F64, 4)};
  CHECK(offsets(structs(members, ASSAY_OPENCL)) == std::vector<std::size_t>{0, 16, 32, 64});
  CHECK(offsets(structs(members, ASSAY_CUDA)) == std::vector<std::size_t>{0, 12, 16, 48});
  CHECK(struct_text(structs(members, ASSAY_CUDA)) ==
        "{float3 p at 0, float m at 12, double4 w at 16; 48 bytes}");
  CHECK(type_text(structs(members, ASSAY_CUDA), std::vector<std::int64_t>{7, 2, 48}) ==
        "{float3 p at 0, float m at 12, double4 w at 16; 48 bytes}[7, 2]");
  // A complex number of C is aligned as its parts, so that a struct may end within one.
  CHECK_THROWS_WITH(structs({member("z", ASSAY_C64), member("f", ASSAY_F32)}),
                    contains("s.toml:3:1") && contains("12 bytes") && contains("8 of a") &&
                        contains("shape = 2"));
  CHECK(structs({member("z", ASSAY_C64), member("f", ASSAY_F32)}, ASSAY_CUDA).struct_bytes == 16);
}

TEST_CASE("each member has a fill of its own, and zeros lie between them") {
  ArrayDescription array = structs({member("c", ASSAY_I8), member("p", ASSAY_F32, 2),
                                    member("d", ASSAY_F64), member("e", ASSAY_F64)});
  array.members[0].fill = {"constant", 7, 0, 0, "", {}};
  array.members[1].fill = {"index", 0, 1, 0, "", {}};
  array.members[2].fill = {"uniform", 0, 1, 5, "", {}};
  array.members[3].fill = {"uniform", 0, 1, 6, "", {}};
  REQUIRE(offsets(array) == std::vector<std::size_t>{0, 8, 16, 24, 32});
  std::vector<std::byte> memory(3 * 32);
  fill_array(memory, array, array.element);
  const assay_tensor p = member_tensor(array.members[1], structs_in(memory, array));
  CHECK(p.rank == 2);
  CHECK(p.shape[1] == 2);
  std::vector<float> numbers(6);
  const auto gathered_bytes = gathered(p);
  REQUIRE(gathered_bytes.size() == sizeof(float) * numbers.size());
  std::memcpy(numbers.data(), gathered_bytes.data(), gathered_bytes.size());
  CHECK(numbers == std::vector<float>{0, 1, 2, 3, 4, 5});
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(memory[32 * k] == std::byte{7});
    for (std::size_t at = 1; at < 8; ++at) CHECK(memory[32 * k + at] == std::byte{0});
    CHECK(std::memcmp(&memory[32 * k + 16], &memory[32 * k + 24], 8) != 0);
  }
  std::vector<std::byte> drawn(memory.size());
  fill_array(drawn, array, array.element, 1);
  CHECK(drawn != memory);  // another draw has other seeds
  array.members[0].fill.first = 300;
  CHECK_THROWS_WITH(fill_array(memory, array, array.element),
                    contains("s.toml:3:1: member 'c' of array 'body'") && contains("300"));
}

TEST_CASE("what a file holds of structs is placed by the names of members") {
  const test::TemporaryFolder folder;
  const ArrayDescription array =
      structs({member("i", ASSAY_I32), member("d", ASSAY_F64), member("v", ASSAY_F16, 2)});
  // Packed, in another order, and the half-precision numbers as the bits that they are.
  const NpyRecord record{
      {{"v", ASSAY_U16, {2}, 0}, {"d", ASSAY_F64, {}, 4}, {"i", ASSAY_I32, {}, 12}}, 16};
  std::vector<std::byte> packed(2 * 16);
  for (std::size_t k = 0; k < packed.size(); ++k) packed[k] = static_cast<std::byte>(k);
  write_npy(folder / "a.npy", record, std::vector<std::int64_t>{2}, packed);
  const auto placed = as_elements(read_npy(folder / "a.npy"), array);
  REQUIRE(placed);
  CHECK(placed->shape == std::vector<std::int64_t>{2, 24});
  std::vector<int> found;
  for (const std::byte byte : placed->data) found.push_back(static_cast<int>(byte));
  CHECK(found == std::vector{12, 13, 14, 15, 0,  0,  0,  0,  4,  5,  6,  7,  8, 9, 10, 11,
                             0,  1,  2,  3,  0,  0,  0,  0,  28, 29, 30, 31, 0, 0, 0,  0,
                             20, 21, 22, 23, 24, 25, 26, 27, 16, 17, 18, 19, 0, 0, 0,  0});

  // What is written has the padding, and comes back as it was.
  const assay_tensor tensor = structs_in(
      std::span(const_cast<std::byte*>(placed->data.data()), placed->data.size()), array);
  write_array(folder / "b.npy", array, tensor);
  const NpyArray again = read_npy(folder / "b.npy");
  CHECK(again.data == placed->data);
  CHECK(again.record.bytes == 24);
  CHECK(again.record.members[1].offset == 8);

  const auto other = [&](std::vector<ArrayMember> members) {
    return as_elements(read_npy(folder / "a.npy"), structs(std::move(members))).has_value();
  };
  CHECK_FALSE(other({member("i", ASSAY_I32), member("d", ASSAY_F64)}));
  CHECK_FALSE(other({member("i", ASSAY_I32), member("d", ASSAY_F32), member("v", ASSAY_F16, 2)}));
  CHECK_FALSE(other({member("i", ASSAY_I32), member("e", ASSAY_F64), member("v", ASSAY_F16, 2)}));
  CHECK_FALSE(other({member("i", ASSAY_I32), member("d", ASSAY_F64), member("v", ASSAY_F16, 4)}));
  ArrayDescription bytes;
  bytes.element = ASSAY_U8;
  CHECK_FALSE(as_elements(read_npy(folder / "a.npy"), bytes).has_value());
}
