// Compares elements on a device with what is expected, as the definition does.
#include "tests/framework/device/comparisons.hpp"

#include "tests/framework/device/support.hpp"

using namespace assay;
using namespace assay::device;
using namespace assay::device::test;

TEST_CASE("an OpenCL device compares as the definition does") {
  const auto device = first_opencl_device();
  if (!device) return;
  check_comparisons(*device);
  check_digits(*device);
  check_own_tolerances(*device);
}

TEST_CASE("a comparison stays within its buffers, and gives up where elements are not aligned") {
  const auto device = first_opencl_device();
  if (!device) return;
  const auto buffer = device->create_buffer(100);
  const auto compare = [&](std::size_t offset, std::size_t count) {
    return device->compare({buffer.get(), offset, buffer.get(), count, ASSAY_F32, 0, 0});
  };
  CHECK(error_of([&] { static_cast<void>(compare(4, 25)); }).status() == ASSAY_INVALID);
  CHECK(error_of([&] { static_cast<void>(compare(0, 26)); }).status() == ASSAY_INVALID);
  CHECK_FALSE(compare(2, 20));
  CHECK(compare(100, 0));
  const auto short_one = device->create_buffer(36);
  const auto too_short = [&] {
    static_cast<void>(
        device->compare({buffer.get(), 0, buffer.get(), 10, ASSAY_F32, 0, 0, short_one.get()}));
  };
  CHECK(error_of(too_short).status() == ASSAY_INVALID);
}
