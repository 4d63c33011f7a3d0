// Tests of the outputs that a trial leaves behind as files.
#include "framework/kernel_file/npy.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;

// The bytes of y = a x of test/scale, whose x is known (tests/test_plugins/scale.cpp).
template <class T>
std::vector<std::byte> scaled(std::size_t n, T factor) {
  std::vector<T> y(n);
  for (std::size_t k = 0; k < n; ++k) y[k] = factor * (static_cast<T>(k % 1000) / 8 - 3);
  const auto bytes = std::as_bytes(std::span(y));
  return {bytes.begin(), bytes.end()};
}

TrialRequest kept_in(const std::filesystem::path& folder, const char* precision) {
  TrialRequest request = quick_trial("loop.cpu", {{"unroll", Value(std::int64_t{2})}});
  request.instance.arguments = {
      {"n", Value(std::int64_t{1500})}, {"factor", Value(-0.75)}, {"precision", Value(precision)}};
  request.outputs_folder = folder;
  return request;
}

}  // namespace

TEST_CASE("a trial that is verified leaves its outputs as NumPy arrays") {
  const test::TemporaryFolder folder;
  WorkerClient worker(test_worker());
  REQUIRE(worker.run_trial(kept_in(folder.path(), "double")).ok());
  const NpyArray y = read_npy(folder / "y.npy");
  CHECK(y.element == ASSAY_F64);
  CHECK(y.shape == std::vector<std::int64_t>{1500});
  CHECK(y.data == scaled(1500, -0.75));
  // A second trial overwrites the file.
  REQUIRE(worker.run_trial(kept_in(folder.path(), "float")).ok());
  CHECK(read_npy(folder / "y.npy").data == scaled(1500, -0.75F));
}

TEST_CASE("what was not verified to the end leaves none") {
  const test::TemporaryFolder folder;
  WorkerClient worker(test_worker());
  TrialRequest wrong = misdeed("wrong");
  wrong.outputs_folder = folder.path();
  CHECK(worker.run_trial(wrong).status == TrialStatus::wrong_output);
  TrialRequest slow = kept_in(folder.path(), "double");
  slow.sampling.race_limit = 1e-12;
  const TrialResult raced = worker.run_trial(slow);
  CHECK(raced.ok());
  CHECK(raced.stop == StopReason::raced);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a folder that cannot be written is told by the file's name") {
  const test::TemporaryFolder folder;
  WorkerClient worker(test_worker());
  const TrialResult result = worker.run_trial(kept_in(folder / "nowhere", "double"));
  CHECK(result.status == TrialStatus::error);
  CHECK_THAT(result.message, contains("nowhere/y.npy: cannot be written"));
}
