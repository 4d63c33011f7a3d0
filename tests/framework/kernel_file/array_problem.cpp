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

}  // namespace

TEST_CASE("a scaled tolerance is told in root mean squares of the expected output") {
  CHECK(scaled_tolerance({3, -4}) == Approx(0.5 * std::sqrt(12.5)));
}

TEST_CASE("expected values that are not finite leave the tolerance of the others as it is") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  CHECK(scaled_tolerance({3, std::nanf(""), -4, infinity, -infinity}) ==
        Approx(0.5 * std::sqrt(12.5)));
  CHECK(scaled_tolerance({std::nanf("")}) == 0);
}
