// Comparing outputs within tolerances of single elements where they lie, on a CUDA device that does
// not exist.
#include "framework/worker/device_tallies.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "assay/tensor.hpp"
#include "tests/catch.hpp"
#include "tests/framework/device/fake_cuda.hpp"

namespace {

using namespace assay;
using device::cuda::CUdeviceptr;
using device::cuda::test::fake_device;
using device::cuda::test::fake_world;
using sdk::dense_tensor;

constexpr std::int64_t element_total = 100;
constexpr std::size_t total_bytes = element_total * sizeof(float);

template <class T>
const T* memory_at(void** values, std::size_t number) {
  CUdeviceptr address = 0;
  std::memcpy(&address, values[number], sizeof address);
  return reinterpret_cast<const T*>(address);
}

// An output on the device, which is as expected, but for what a test writes to it.
class OnDevice {
 public:
  OnDevice() {
    device::cuda::test::FakeKernel of_each{.parameters = {8, 8, 8, 8, 8, 8, 8, 8}};
    of_each.action = [this](void** values) { compare(values); };
    device::cuda::test::FakeKernel of_all{.parameters = {8, 8, 8, 8, 8, 8, 8}};
    of_all.action = [this](void**) { ++without_tolerances; };
    world_ = &fake_world(
        {.kernels = {{"compare_each", of_each}, {"compare", of_all}}, .memory_bytes = 64U << 20U});
    gpu_ = fake_device();
    buffer_ = gpu_->create_buffer(total_bytes);
    for (std::size_t k = 0; k < element_total; ++k) expected[k] = static_cast<float>(k);
    output = expected;
  }
  std::optional<std::vector<Tally>> tallies(const assay_tensor& tolerances) {
    gpu_->write(nullptr, *buffer_, 0, output.data(), total_bytes);
    const std::vector<CopiedRange> places = {{gpu_.get(), nullptr, buffer_.get(), 0, total_bytes,
                                              reinterpret_cast<const std::byte*>(output.data())}};
    const assay_tensor y = dense_tensor("y", {element_total}, output.data());
    const assay_expectation expectation{dense_tensor("y", {element_total}, expected.data()), 0, 0};
    return tallies_on_devices({&y, 1}, {&expectation, 1}, {&tolerances, 1}, places, kept_);
  }
  // Overwrites an element of the copy of the tolerances on the device.
  void write_into_tolerances(std::size_t number, float value) {
    REQUIRE(copy_of_tolerances_ != nullptr);
    const_cast<float*>(copy_of_tolerances_)[number] = value;
  }
  // The copies of tolerances that comparisons read.
  [[nodiscard]] const float* copy_of_tolerances() const { return copy_of_tolerances_; }

  std::vector<float> expected = std::vector<float>(element_total);
  std::vector<float> output;
  int with_tolerances = 0;
  int without_tolerances = 0;

 private:
  void compare(void** values) {
    ++with_tolerances;
    const auto* elements = memory_at<float>(values, 0);
    const auto* reference = memory_at<float>(values, 2);
    copy_of_tolerances_ = memory_at<float>(values, 7);
    struct Found {
      double error, deviation, magnitude;
      std::uint64_t beyond, fine, rounded;
    } found{};
    for (std::size_t k = 0; k < element_total; ++k) {
      const double off = std::abs(double{elements[k]} - reference[k]);
      found.beyond += off <= copy_of_tolerances_[k] ? 0 : 1;
      found.deviation = std::max(found.deviation, off);
    }
    // The only group that has elements is the first.
    *const_cast<Found*>(memory_at<Found>(values, 6)) = found;
  }

  device::cuda::test::FakeWorld* world_ = nullptr;
  const float* copy_of_tolerances_ = nullptr;
  std::unique_ptr<device::Accelerator> gpu_;
  std::unique_ptr<device::Buffer> buffer_;
  KeptInputs kept_;
};

}  // namespace

TEST_CASE("tolerances of elements are compared with on the device, where they stay") {
  OnDevice f;
  std::vector<float> own(element_total, 0.0F);
  own[40] = 0.5F;
  const assay_tensor tolerances = dense_tensor("t", {element_total}, own.data());
  f.output[40] += 0.5F;
  const auto found = f.tallies(tolerances);
  REQUIRE(found);
  CHECK(found->at(0).deviation == 0.5);
  const float* const copy = f.copy_of_tolerances();
  REQUIRE(f.tallies(tolerances));
  CHECK(f.copy_of_tolerances() == copy);
  CHECK(f.with_tolerances == 2);
  f.output[41] += 0.5F;
  CHECK_FALSE(f.tallies(tolerances));
  CHECK(f.without_tolerances == 0);
}

TEST_CASE("what a kernel writes into tolerances on the device does not count") {
  OnDevice f;
  std::vector<float> own(element_total, 0.0F);
  const assay_tensor tolerances = dense_tensor("t", {element_total}, own.data());
  REQUIRE(f.tallies(tolerances));
  f.output[7] = 1000;
  f.write_into_tolerances(7, std::numeric_limits<float>::infinity());
  CHECK_FALSE(f.tallies(tolerances));
  CHECK(f.with_tolerances == 2);
}

TEST_CASE("tolerances of another type than the output's are left to the host") {
  OnDevice f;
  const std::vector<double> own(element_total, 1.0);
  CHECK_FALSE(f.tallies(dense_tensor("t", {element_total}, own.data())));
  CHECK(f.with_tolerances + f.without_tolerances == 0);
}

TEST_CASE("an expectation without tolerances of elements is compared by the kernel without them") {
  OnDevice f;
  static_cast<void>(f.tallies({}));
  CHECK(f.without_tolerances == 1);
  CHECK(f.with_tolerances == 0);
}
