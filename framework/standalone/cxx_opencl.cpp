// The parts of programs in C++ that call OpenCL.
#include "framework/standalone/cxx_runtime.hpp"

namespace assay::standalone::cxx {

const Runtime opencl_runtime = {
    R"(// Compile: c++ -std=c++17 -O2 THIS_FILE -lOpenCL -o program
// Usage:   ./program [FOLDER]    keeps the outputs in FOLDER, as .npy files
)",
    {},
    R"(#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

)",
    R"(void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(code));
}

using Memory = cl_mem;

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

// The first GPU, else the first device of any kind.
Device open_device() {
  cl_uint count = 0;
  check(clGetPlatformIDs(0, nullptr, &count), "finding platforms");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "finding platforms");
  Device device;
  const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL};
  for (const cl_device_type type : types) {
    for (const cl_platform_id platform : platforms) {
      if (device.id == nullptr) clGetDeviceIDs(platform, type, 1, &device.id, nullptr);
    }
  }
  if (device.id == nullptr) throw std::runtime_error("there is no OpenCL device");
  char name[256] = {};
  clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof name - 1, name, nullptr);
  std::printf("on %s\n", name);
  cl_int code = CL_SUCCESS;
  device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
  check(code, "creating a context");
  device.queue = clCreateCommandQueue(device.context, device.id, 0, &code);
  check(code, "creating a queue");
  return device;
}
)",
    "",
    "",
    R"(struct Program {
  std::map<std::string, cl_kernel> kernels;
};

// Compiles the kernels of each build.
std::vector<Program> compile(const Device& device) {
  std::vector<Program> programs;
  for (const Build& build : builds) {
    std::string text;
    for (const auto& [name, value] : build.constants) text += "-D" + name + "=" + value + " ";
    for (const std::string& option : options) text += option + " ";
    cl_int code = CL_SUCCESS;
    const char* begin = source;
    cl_program program = clCreateProgramWithSource(device.context, 1, &begin, nullptr, &code);
    check(code, "creating a program");
    if (clBuildProgram(program, 1, &device.id, text.c_str(), nullptr, nullptr) != CL_SUCCESS) {
      std::string log(1U << 16U, '\0');
      clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, log.size(), &log[0], nullptr);
      throw std::runtime_error(log.c_str());
    }
    programs.emplace_back();
    for (const std::string& name : build.kernels) {
      programs.back().kernels[name] = clCreateKernel(program, name.c_str(), &code);
      check(code, name.c_str());
    }
  }
  return programs;
}
)",
    R"(// Allocates an array on the device and copies it there.
[[maybe_unused]] void upload(const Device& device, Array& array) {
  cl_int code = CL_SUCCESS;
  array.device = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                array.host.size(), array.host.data(), &code);
  check(code, "allocating an array");
}
[[maybe_unused]] void write(const Device& device, const Array& array) {
  check(clEnqueueWriteBuffer(device.queue, array.device, CL_TRUE, 0, array.host.size(),
                             array.host.data(), 0, nullptr, nullptr),
        "writing an array");
}
[[maybe_unused]] Array read(const Device& device, Array array) {
  check(clEnqueueReadBuffer(device.queue, array.device, CL_TRUE, 0, array.host.size(),
                            array.host.data(), 0, nullptr, nullptr),
        "reading an array");
  return array;
}
void wait(const Device& device) { check(clFinish(device.queue), "waiting for the device"); }
)",
    R"(struct Local {
  std::size_t bytes;
};

template <class T>
void set(cl_kernel kernel, cl_uint number, const T& value) {
  check(clSetKernelArg(kernel, number, sizeof value, &value), "setting an argument");
}
[[maybe_unused]] void set(cl_kernel kernel, cl_uint number, const Local& memory) {
  check(clSetKernelArg(kernel, number, memory.bytes, nullptr), "setting an argument");
}

// Starts a kernel with that many work items in all and in each group.
template <class... Arguments>
void start(const Device& device, cl_kernel kernel, const std::vector<std::size_t>& global,
           const std::vector<std::size_t>& local, const Arguments&... arguments) {
  cl_uint number = 0;
  (set(kernel, number++, arguments), ...);
  check(clEnqueueNDRangeKernel(device.queue, kernel, static_cast<cl_uint>(global.size()), nullptr,
                               global.data(), local.data(), 0, nullptr, nullptr),
        "launching a kernel");
}
)"};

}  // namespace assay::standalone::cxx
