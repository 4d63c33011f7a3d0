// What the device tests share.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "framework/device/device.hpp"
#include "tests/catch.hpp"

namespace assay::device::test {

// An environment variable for the length of a scope.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// A folder of its own that goes with the scope.
class ScopedFolder {
 public:
  ScopedFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-device-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~ScopedFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScopedFolder(const ScopedFolder&) = delete;
  ScopedFolder& operator=(const ScopedFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The first OpenCL device; where there is none, nullptr and a printed reason to skip.
inline std::unique_ptr<Device> first_opencl_device(const DeviceOptions& options = {}) {
  if (const std::string reason = opencl_unavailable_reason(); !reason.empty()) {
    WARN("skipped: " << reason);
    return nullptr;
  }
  return open("opencl:0", options);
}

// Status and text of the DeviceError that `body` must throw.
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

inline std::unique_ptr<Program> build_text(Device& device, const char* text,
                                           const std::string& options = "") {
  const assay_source sources[] = {{"test.cl", text}};
  return device.build(sources, options);
}

inline KernelArgument argument(Buffer& buffer) { return {ASSAY_ARG_BUFFER, &buffer, nullptr, 0}; }
template <class T>
KernelArgument value_argument(const T& value) {
  return {ASSAY_ARG_BYTES, nullptr, &value, sizeof value};
}

template <class T>
std::vector<T> contents(Device& device, Buffer& buffer) {
  std::vector<T> values(buffer.size() / sizeof(T));
  device.read(nullptr, buffer, 0, values.data(), buffer.size());
  return values;
}

}  // namespace assay::device::test
