// Compares the digests that a device takes of its own memory with the host's.
#include "framework/core/digest.hpp"

#include <cstdint>
#include <vector>

#include "framework/core/random.hpp"
#include "tests/framework/device/digests.hpp"
#include "tests/framework/device/support.hpp"

using namespace assay;
using namespace assay::device;
using namespace assay::device::test;

TEST_CASE("an OpenCL device's digests are those of the host") {
  const auto device = first_opencl_device();
  if (device) check_digests(*device);
}

TEST_CASE("an OpenCL device's digest tells every flipped bit of a large buffer") {
  const auto device = first_opencl_device();
  if (device) check_flipped_bits(*device, std::size_t{1} << 22U);
}

TEST_CASE("a digest is of what is in the buffer and counts as nobody's time") {
  const auto device = first_opencl_device();
  const auto buffer = device->create_buffer(100);
  CHECK(error_of([&] { static_cast<void>(device->digest(*buffer, 1, 100, 0)); }).status() ==
        ASSAY_INVALID);
  CHECK(error_of([&] { static_cast<void>(device->digest(*buffer, 101, 0, 0)); }).status() ==
        ASSAY_INVALID);
  device->set_label(0);
  static_cast<void>(device->collect_device_seconds());
  CHECK(device->digest(*buffer, 0, 100, 0) == device->digest(*buffer, 0, 100, 0));
  for (const double seconds : device->collect_device_seconds()) CHECK(seconds == 0);
}
