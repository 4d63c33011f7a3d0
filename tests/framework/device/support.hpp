// Helpers shared by the device tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "framework/device/accelerator.hpp"
#include "framework/device/machine.hpp"
#include "framework/device/opencl/opencl_device.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace assay::device::test {

using assay::test::ScopedVariable;
using assay::test::TemporaryFolder;

// The first OpenCL device; skips the test case where there is none.
inline std::unique_ptr<Accelerator> first_opencl_device(const DeviceOptions& options = {}) {
  if (const std::string reason = opencl_unavailable_reason(); !reason.empty()) {
    assay::test::skip_without_opencl(reason);
  }
  return opencl::open("opencl:0", options);
}

// The DeviceError that `body` must throw.
template <class Body>
DeviceError error_of(Body&& body) {
  try {
    body();
  } catch (const DeviceError& error) {
    return error;
  }
  FAIL("no DeviceError was thrown");
  throw std::logic_error("unreachable");
}

inline std::unique_ptr<Program> build_text(ProgramBuilder& builder, const char* text,
                                           const std::string& options = "") {
  const assay_source sources[] = {{"test.cl", text}};
  return builder.build(sources, options);
}

inline KernelArgument argument(Buffer& buffer) { return {ASSAY_ARG_BUFFER, &buffer, nullptr, 0}; }
template <class T>
KernelArgument value_argument(const T& value) {
  return {ASSAY_ARG_BYTES, nullptr, &value, sizeof value};
}

template <class T>
std::vector<T> contents(DeviceMemory& memory, Buffer& buffer) {
  std::vector<T> values(buffer.size() / sizeof(T));
  memory.read(nullptr, buffer, 0, values.data(), buffer.size());
  return values;
}

}  // namespace assay::device::test
