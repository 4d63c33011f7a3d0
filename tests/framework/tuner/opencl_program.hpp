// A program that uses OpenCL itself: its own context, queue and buffers.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "framework/device/opencl/api.hpp"
#include "framework/device/opencl/discovery.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"

namespace assay::test {

class OpenclProgram {
 public:
  // Skips the test case where there is no OpenCL device.
  explicit OpenclProgram(cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE) {
    const std::string reason = device::opencl::unavailable_reason();
    if (!reason.empty()) skip_without_opencl(reason);
    api = device::opencl::load_api();
    const auto found = device::opencl::find_devices(api).at(0);
    device_ = found.device;
    context = api.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
    REQUIRE(context != nullptr);
    queue = api.clCreateCommandQueue(context, device_, properties, nullptr);
    REQUIRE(queue != nullptr);
  }
  ~OpenclProgram() {
    for (cl_mem buffer : buffers_) api.clReleaseMemObject(buffer);
    api.clReleaseCommandQueue(queue);
    api.clReleaseContext(context);
  }
  OpenclProgram(const OpenclProgram&) = delete;
  OpenclProgram& operator=(const OpenclProgram&) = delete;

  [[nodiscard]] cl_mem buffer(const std::vector<float>& values) {
    cl_mem made = api.clCreateBuffer(context, CL_MEM_READ_WRITE, values.size() * sizeof(float),
                                     nullptr, nullptr);
    REQUIRE(made != nullptr);
    buffers_.push_back(made);
    write(made, values);
    return made;
  }
  void write(cl_mem buffer, const std::vector<float>& values) const {
    REQUIRE(api.clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, values.size() * sizeof(float),
                                     values.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  }
  [[nodiscard]] std::vector<float> read(cl_mem buffer, std::size_t count) const {
    std::vector<float> values(count);
    REQUIRE(api.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(float), values.data(),
                                    0, nullptr, nullptr) == CL_SUCCESS);
    return values;
  }
  // The references that anybody holds to the queue and to its context.
  [[nodiscard]] std::pair<cl_uint, cl_uint> references() const {
    cl_uint of_queue = 0;
    cl_uint of_context = 0;
    api.clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof of_queue, &of_queue, nullptr);
    api.clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof of_context, &of_context,
                         nullptr);
    return {of_queue, of_context};
  }
  // Whether there are again as many references as there were. An implementation's own thread may
  // drop its last one a moment after the work has ended, so that this waits up to ten seconds.
  [[nodiscard]] bool has_again(const std::pair<cl_uint, cl_uint>& before) const {
    for (int tenth = 0; tenth < 100 && references() != before; ++tenth) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return references() == before;
  }

  device::opencl::Api api;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

 private:
  cl_device_id device_ = nullptr;
  std::vector<cl_mem> buffers_;
};

}  // namespace assay::test
