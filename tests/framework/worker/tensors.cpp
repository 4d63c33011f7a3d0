#include "framework/worker/tensor.hpp"

#include <numeric>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/worker/outputs.hpp"
#include "tests/catch.hpp"

namespace {

using namespace assay;

assay_tensor tensor_of(assay_element element, std::vector<std::int64_t> shape,
                       std::vector<std::int64_t> stride, void* data) {
  assay_tensor tensor{};
  tensor.name = "t";
  tensor.element = element;
  tensor.rank = static_cast<std::uint32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), tensor.shape);
  std::copy(stride.begin(), stride.end(), tensor.stride);
  tensor.data = data;
  return tensor;
}

TEST_CASE("runs visit all elements of a strided tensor in row-major order") {
  std::vector<std::int32_t> memory(4 * 6);
  std::iota(memory.begin(), memory.end(), 0);
  // Three tensors: the first 3 elements of rows of 6, a transposed matrix, and a dense one.
  const auto strided = tensor_of(ASSAY_I32, {4, 3}, {6, 1}, memory.data());
  const auto transposed = tensor_of(ASSAY_I32, {6, 4}, {1, 6}, memory.data());
  const auto dense = tensor_of(ASSAY_I32, {2, 2, 6}, {12, 6, 1}, memory.data());
  for (const auto& tensor : {strided, transposed, dense}) {
    std::vector<std::int32_t> visited;
    for_each_run(tensor, [&](const std::byte* first, std::int64_t count, std::int64_t number) {
      CHECK(number == static_cast<std::int64_t>(visited.size()));
      const auto* values = reinterpret_cast<const std::int32_t*>(first);
      visited.insert(visited.end(), values, values + count);
    });
    REQUIRE(static_cast<std::int64_t>(visited.size()) == element_count(tensor));
    for (std::int64_t k = 0; k < element_count(tensor); ++k) {
      CHECK(visited[static_cast<std::size_t>(k)] ==
            memory[static_cast<std::size_t>(memory_offset(tensor, k))]);
    }
  }
  int runs = 0;
  for_each_run(dense, [&](const std::byte*, std::int64_t, std::int64_t) { ++runs; });
  CHECK(runs == 1);
}

TEST_CASE("scalars have one element, empty tensors none") {
  double value = 4;
  const auto scalar = tensor_of(ASSAY_F64, {}, {}, &value);
  CHECK(element_count(scalar) == 1);
  CHECK(index_text(scalar, 0) == "[]");
  const auto empty = tensor_of(ASSAY_F64, {3, 0}, {0, 1}, nullptr);
  for_each_run(empty, [&](const std::byte*, std::int64_t, std::int64_t) { FAIL("no element"); });
  CHECK_NOTHROW(check_tensor(empty, true));
}

TEST_CASE("texts name indices and types") {
  const auto tensor = tensor_of(ASSAY_F32, {5, 7}, {7, 1}, nullptr);
  CHECK(index_text(tensor, 3 * 7 + 4) == "[3, 4]");
  CHECK(type_text(tensor) == "f32[5, 7]");
}

TEST_CASE("tensors that cannot be read are refused") {
  double value = 0;
  CHECK_THROWS_WITH(check_tensor(tensor_of(ASSAY_F64, {1}, {1}, nullptr), true),
                    contains("no data"));
  CHECK_THROWS_WITH(check_tensor(tensor_of(ASSAY_F64, {-1}, {1}, &value), true),
                    contains("negative"));
  CHECK_THROWS_WITH(check_tensor(tensor_of(static_cast<assay_element>(17), {1}, {1}, &value), true),
                    contains("element type"));
  auto deep = tensor_of(ASSAY_F64, {1}, {1}, &value);
  deep.rank = ASSAY_MAX_RANK + 1;
  CHECK_THROWS_WITH(check_tensor(deep, true), contains("rank"));
  deep.name = nullptr;
  CHECK_THROWS_AS(check_tensor(deep, true), Error);
}

TEST_CASE("outputs are dense, aligned, poisoned and guarded") {
  const std::vector<assay_tensor> described = {tensor_of(ASSAY_F64, {3, 5}, {99, 9}, nullptr),
                                               tensor_of(ASSAY_U8, {7}, {1}, nullptr),
                                               tensor_of(ASSAY_F32, {0}, {1}, nullptr)};
  Outputs outputs(described);
  outputs.poison(0xFF);
  REQUIRE(outputs.tensors().size() == 3);
  for (const auto& tensor : outputs.tensors()) {
    CHECK(reinterpret_cast<std::uintptr_t>(tensor.data) % 64 == 0);
  }
  CHECK(outputs.tensors()[0].stride[0] == 5);
  CHECK(static_cast<double*>(outputs.tensors()[0].data)[14] !=
        static_cast<double*>(outputs.tensors()[0].data)[14]);
  auto* bytes = static_cast<std::uint8_t*>(outputs.tensors()[1].data);
  for (int k = 0; k < 7; ++k) bytes[k] = 1;
  CHECK(outputs.damage().empty());

  SECTION("a write after the end is seen") {
    bytes[7] = 1;
    CHECK_THAT(outputs.damage(),
               contains("output 't' was overwritten, up to 1 byte after its end"));
  }
  SECTION("a write before the start is seen") {
    bytes[-1] = 1;
    CHECK_THAT(outputs.damage(),
               contains("output 't' was overwritten, up to 1 byte before its beginning"));
  }
  SECTION("a write next to an empty tensor is seen") {
    static_cast<float*>(outputs.tensors()[2].data)[0] = 1;
    CHECK_THAT(outputs.damage(), contains("bytes after its end"));
  }
}

}  // namespace
