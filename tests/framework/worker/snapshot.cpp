#include "framework/worker/snapshot.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "assay/tensor.hpp"
#include "framework/core/error.hpp"
#include "framework/worker/tensor.hpp"
#include "tests/catch.hpp"

namespace {

using namespace assay;
using assay::sdk::dense_tensor;

InstanceRecord record_of(std::span<const assay_tensor> inputs) {
  InstanceRecord record;
  record.problem = "test/any";
  record.input_digest = "0123";
  record.facts = {{"huge", std::numeric_limits<double>::infinity(), "s"}};
  record.inputs = tensor_shapes(inputs);
  return record;
}

Snapshot snapshot_of(std::span<const assay_tensor> inputs,
                     std::span<const assay_expectation> expectations = {},
                     std::span<const std::byte> state = {},
                     std::span<const assay_origin> origins = {}) {
  const InstanceRecord record = record_of(inputs);
  return {"key", write_snapshot("key", {record, inputs, expectations, state, origins})};
}

// The elements in row-major order, for any strides.
template <class T>
std::vector<T> all_elements(const assay_tensor& tensor) {
  std::vector<T> values;
  for (std::int64_t k = 0; k < element_count(tensor); ++k) {
    values.push_back(static_cast<const T*>(tensor.data)[memory_offset(tensor, k)]);
  }
  return values;
}

TEST_CASE("a snapshot holds inputs of any layout, expectations and state bit for bit") {
  std::vector<double> numbers(60);
  std::iota(numbers.begin(), numbers.end(), 0.1);
  const std::int32_t scalar = 7;
  assay_tensor columns = dense_tensor("columns", {3, 4}, numbers.data());
  columns.stride[0] = 2;
  columns.stride[1] = 10;
  assay_tensor backwards = dense_tensor("backwards", {5}, numbers.data() + 50);
  backwards.stride[0] = -9;
  assay_tensor repeated = dense_tensor("repeated", {6}, numbers.data() + 3);
  repeated.stride[0] = 0;
  const std::vector<assay_tensor> inputs = {dense_tensor("all", {60}, numbers.data()),
                                            columns,
                                            backwards,
                                            repeated,
                                            dense_tensor("scalar", {}, &scalar),
                                            dense_tensor<float>("none", {0, 3}, nullptr)};
  const double infinity = std::numeric_limits<double>::infinity();
  const assay_expectation expected{backwards, infinity, 0.1};
  const std::vector<std::byte> state(5000, std::byte{42});
  const assay_origin origin{{7}};
  const Snapshot snapshot = snapshot_of(inputs, {&expected, 1}, state, {&origin, 1});

  CHECK(to_json(snapshot.record()) == to_json(record_of(inputs)));
  for (const auto taken : {snapshot.inputs(), snapshot.original_inputs()}) {
    REQUIRE(taken.size() == inputs.size());
    for (std::size_t k = 0; k + 2 < inputs.size(); ++k) {
      CAPTURE(inputs[k].name);
      CHECK(taken[k].name == std::string(inputs[k].name));
      CHECK(std::vector(taken[k].stride, taken[k].stride + taken[k].rank) ==
            std::vector(inputs[k].stride, inputs[k].stride + inputs[k].rank));
      CHECK(all_elements<double>(taken[k]) == all_elements<double>(inputs[k]));
    }
    CHECK(all_elements<std::int32_t>(taken[4]) == std::vector<std::int32_t>{7});
    CHECK(element_count(taken[5]) == 0);
  }
  REQUIRE(snapshot.expectations().size() == 1);
  const assay_expectation& found = snapshot.expectations()[0];
  CHECK(found.absolute == infinity);
  CHECK(found.relative == 0.1);
  CHECK(all_elements<double>(found.reference) == all_elements<double>(backwards));
  REQUIRE(snapshot.origins().size() == 1);
  CHECK(snapshot.origins()[0].at[0] == 7);
  CHECK(snapshot.origins()[0].at[1] == 0);
  CHECK(std::vector(snapshot.state().begin(), snapshot.state().end()) == state);
}

TEST_CASE(
    "a snapshot holds the tolerances of elements, also where only some expectations have any") {
  const std::vector<double> numbers = {1, 2, 3, 4};
  const std::vector<float> tolerances = {0.5F, 0, std::numeric_limits<float>::infinity(), 2};
  const std::vector<assay_expectation> expected = {
      {dense_tensor("none", {4}, numbers.data()), 1, 0},
      {dense_tensor("each", {2, 2}, numbers.data()), 0, 0}};
  const std::vector<assay_tensor> of_elements = {
      {}, dense_tensor("of each", {2, 2}, tolerances.data())};
  std::vector<std::byte> state(7, std::byte{1});
  const InstanceRecord record = record_of({});
  const Snapshot snapshot("key", write_snapshot("key", {.record = record,
                                                        .inputs = {},
                                                        .expectations = expected,
                                                        .state = state,
                                                        .element_tolerances = of_elements}));
  REQUIRE(snapshot.element_tolerances().size() == 2);
  CHECK(snapshot.element_tolerances()[0].data == nullptr);
  const assay_tensor& taken = snapshot.element_tolerances()[1];
  CHECK(taken.name == std::string("of each"));
  CHECK(taken.element == ASSAY_F32);
  CHECK(same_shape(taken, of_elements[1]));
  CHECK(all_elements<float>(taken) == tolerances);
  CHECK(all_elements<double>(snapshot.expectations()[1].reference) == numbers);
  CHECK(std::vector(snapshot.state().begin(), snapshot.state().end()) == state);
  CHECK(snapshot_of({}, expected).element_tolerances().empty());
}

TEST_CASE("a write into any page of a snapshot's inputs is seen, here and nowhere else") {
  std::vector<double> numbers(700'000);  // two huge pages and a part of a third
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const std::vector<assay_tensor> inputs = {dense_tensor("numbers", {700'000}, numbers.data()),
                                            dense_tensor("again", {10}, numbers.data())};
  const InstanceRecord record = record_of(inputs);
  const Descriptor memory = write_snapshot("key", {record, inputs, {}, {}});
  for (const std::size_t at : {0UL, 511UL, 512UL, 262'143UL, 300'000UL, 699'999UL}) {
    CAPTURE(at);
    const Snapshot snapshot("key", open_sealed(path_of(memory)));
    auto* copy = static_cast<double*>(snapshot.inputs()[0].data);
    CHECK(snapshot.inputs_unchanged());
    CHECK(std::accumulate(copy, copy + 700'000, 0.0) == 699'999.0 * 350'000);
    CHECK(snapshot.inputs_unchanged());  // reading changes nothing
    copy[at] = std::nextafter(copy[at], 1e9);
    CHECK_FALSE(snapshot.inputs_unchanged());
    copy[at] = numbers[at];
    CHECK(snapshot.inputs_unchanged());  // nor does restoring the old value
    static_cast<std::byte*>(snapshot.inputs()[1].data)[79] ^= std::byte{1};
    CHECK_FALSE(snapshot.inputs_unchanged());
    CHECK(all_elements<double>(snapshot.original_inputs()[0]) == numbers);
  }
}

TEST_CASE("nobody changes a snapshot, and another instance's is refused") {
  const double number = 1;
  const assay_tensor input = dense_tensor("number", {1}, &number);
  const Snapshot snapshot = snapshot_of({&input, 1});
  const Descriptor file(open(snapshot.path().c_str(), O_RDWR | O_CLOEXEC));
  REQUIRE(file.get() >= 0);
  CHECK(pwrite(file.get(), "x", 1, 0) == -1);
  CHECK(errno == EPERM);
  CHECK_THROWS_AS(Snapshot("other key", open_sealed(snapshot.path())), Error);
}

TEST_CASE("memory whose pages several threads prepare is zero at first, then what was written") {
  constexpr std::size_t page = std::size_t{2} << 20;
  constexpr std::size_t count = (33 * page + 4104) / sizeof(std::uint64_t);
  std::size_t zeros = 0;
  const Descriptor memory = create_sealed(count * sizeof(std::uint64_t), [&](std::byte* bytes) {
    auto* numbers = reinterpret_cast<std::uint64_t*>(bytes);
    zeros = static_cast<std::size_t>(std::count(numbers, numbers + count, 0U));
    std::iota(numbers, numbers + count, std::uint64_t{1});
  });
  CHECK(zeros == count);
  const Mapping mapped = map_sealed(memory);
  const auto* numbers = reinterpret_cast<const std::uint64_t*>(mapped.data());
  std::vector<std::uint64_t> wanted(count);
  std::iota(wanted.begin(), wanted.end(), std::uint64_t{1});
  CHECK(std::equal(wanted.begin(), wanted.end(), numbers));
}

TEST_CASE("memory that the machine does not have is refused, not overcommitted") {
  CHECK_THROWS_AS(create_sealed(std::size_t{1} << 50, [](std::byte*) {}), Error);
}

}  // namespace
