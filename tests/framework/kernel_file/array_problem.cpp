#include "framework/kernel_file/array_problem.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "framework/kernel_file/npy.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using namespace assay;

// By how much the output of a problem may differ that expects `values`, with an absolute tolerance
// of 0.5 in units of their root mean square.
double scaled_tolerance(const std::vector<float>& values) {
  const test::TemporaryFolder folder;
  const std::vector<std::int64_t> shape{static_cast<std::int64_t>(values.size())};
  write_npy(folder / "y.npy", ASSAY_F32, shape, std::as_bytes(std::span(values)));
  ArrayProblemDescription problem;
  problem.name = "file/expected";
  ArrayDescription y;
  y.name = "y";
  y.shape = {{std::to_string(values.size()), "s.toml:2:1"}};
  y.output = true;
  y.tolerance = {0, 0.5, true};
  problem.arrays = {y};
  problem.reference.files["y"] = (folder / "y.npy").string();
  testing::FakeHost host;
  const auto made = array_problem(problem);  // which its instances refer to
  const auto instance = made.create(sdk::Host(host.table(), host.context()), {nullptr, 0});
  return instance->reference().front().absolute;
}

ArrayDescription filled(const std::string& name, const std::string& extent, double start) {
  ArrayDescription array;
  array.name = name;
  array.shape = {{extent, "s.toml:2:1"}};
  array.fill.rule = "index";
  array.fill.first = start;
  array.fill.second = 1;
  array.place = "s.toml:2:1";
  return array;
}

// The elements of an array of `extent` that interleaves x = 0, 1, 2 and y = 10, 11, 12.
std::vector<float> interleaved(const std::string& extent) {
  ArrayProblemDescription problem;
  problem.name = "file/interleaved";
  problem.arrays = {filled("x", "3", 0), filled("y", "3", 10), filled("xy", extent, 0)};
  problem.arrays[0].output = true;  // its tensor is "x.initial"
  problem.arrays[2].fill.rule = "interleaved";
  problem.arrays[2].fill.of = {"x", "y"};
  testing::FakeHost host;
  const auto made = array_problem(problem);
  const auto instance = made.create(sdk::Host(host.table(), host.context()), {nullptr, 0});
  const assay_tensor& tensor = instance->inputs()[2];
  const auto* first = static_cast<const float*>(tensor.data);
  return {first, first + sdk::element_count(tensor)};
}

ComparedRange range(const std::string& from, const std::string& to) {
  return {{from, "s.toml:2:20"}, {to, "s.toml:2:30"}};
}

// The expected elements of an output y[4, 3] of which `ranges` are compared, from a file of `shape`
// with 0, 1, 2, ...
std::vector<float> expected_part(const std::vector<ComparedRange>& ranges,
                                 const std::vector<std::int64_t>& shape) {
  const test::TemporaryFolder folder;
  std::vector<float> values;
  for (std::int64_t k = 0; k < shape[0] * shape[1]; ++k) values.push_back(static_cast<float>(k));
  write_npy(folder / "y.npy", ASSAY_F32, shape, std::as_bytes(std::span(values)));
  ArrayProblemDescription problem;
  problem.name = "file/part";
  ArrayDescription y;
  y.name = "y";
  y.shape = {{"4", "s.toml:2:1"}, {"3", "s.toml:2:4"}};
  y.output = true;
  y.ranges = ranges;
  y.tolerance = {0, 0.5, true};
  problem.arrays = {y};
  problem.reference.files["y"] = (folder / "y.npy").string();
  problem.reference.place = "s.toml:3:1";
  testing::FakeHost host;
  const auto made = array_problem(problem);
  const auto instance = made.create(sdk::Host(host.table(), host.context()), {nullptr, 0});
  CHECK(sdk::element_count(instance->outputs()[0]) == 12);
  const assay_expectation& expected = instance->reference()[0];
  const auto* first = static_cast<const float*>(expected.reference.data);
  std::vector<float> result(first, first + sdk::element_count(expected.reference));
  double squares = 0;
  for (const float value : result) squares += double{value} * double{value};
  CHECK(expected.absolute == Approx(0.5 * std::sqrt(squares / static_cast<double>(result.size()))));
  return result;
}

}  // namespace

TEST_CASE("of an output, a part is expected, from a file that has the part or all of it") {
  const ComparedRange two = range("0", "2");
  using Values = std::vector<float>;
  CHECK(expected_part({two}, {4, 3}) == Values{0, 1, 2, 3, 4, 5});
  CHECK(expected_part({two}, {2, 3}) == Values{0, 1, 2, 3, 4, 5});
  CHECK(expected_part({two, two}, {4, 3}) == Values{0, 1, 3, 4});
  CHECK(expected_part({two, two}, {2, 2}) == Values{0, 1, 2, 3});
  CHECK(expected_part({}, {4, 3}).size() == 12);
  const ComparedRange inner = range("1", "4 - 1");
  CHECK(expected_part({inner}, {4, 3}) == Values{3, 4, 5, 6, 7, 8});
  CHECK(expected_part({inner, range("1", "3")}, {4, 3}) == Values{4, 5, 7, 8});
  CHECK(expected_part({inner, range("2", "3")}, {2, 1}) == Values{0, 1});
  CHECK_THROWS_WITH(expected_part({two}, {3, 3}),
                    contains("s.toml:3:1") && contains("float[3, 3]") &&
                        contains("float[4, 3], compared as float[2, 3]"));
}

TEST_CASE("parts of outputs that are empty, beyond the array or not whole are refused") {
  const auto refused = [](const std::string& from, const std::string& to, const char* why) {
    CAPTURE(from, to);
    CHECK_THROWS_WITH(expected_part({range("0", "2"), range(from, to)}, {4, 3}), contains(why));
  };
  refused("0", "2 * 2", "s.toml:2:30: '2 * 2' is 4 elements of dimension 1");
  refused("0", "4", "array 'y', which is float[4, 3]");
  refused("2", "4 - 2", "s.toml:2:30: '4 - 2' is 2, so that no element of dimension 1");
  refused("2", "1", "it must be more than 2");
  refused("0", "0", "no element of dimension 1 of array 'y'");
  refused("-1", "2", "s.toml:2:20: '-1' is -1.0, but must be a whole number of at least 0");
  refused("1 / 2", "2", "s.toml:2:20: '1 / 2' is 0.5");
  refused("0", "3 / 2", "s.toml:2:30: '3 / 2' is 1.5, but must be a whole number");
}

TEST_CASE("an array interleaves others, and has as many elements as they have together") {
  CHECK(interleaved("6") == std::vector<float>{0, 10, 1, 11, 2, 12});
  CHECK_THROWS_WITH(interleaved("5"), contains("has 5 elements") && contains("'x'"));
}

TEST_CASE("a scaled tolerance is told in root mean squares of the expected output") {
  CHECK(scaled_tolerance({3, -4}) == Approx(0.5 * std::sqrt(12.5)));
}

TEST_CASE("expected values that are not finite leave the tolerance of the others as it is") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  CHECK(scaled_tolerance({3, std::nanf(""), -4, infinity, -infinity}) ==
        Approx(0.5 * std::sqrt(12.5)));
  CHECK(scaled_tolerance({std::nanf("")}) == 0);
}
