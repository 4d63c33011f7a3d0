// The parts of programs in C++ that call CUDA's driver and NVRTC.
#include "framework/standalone/cxx_runtime.hpp"

namespace assay::standalone::cxx {
namespace {

constexpr const char* device =
    R"(void check(CUresult code, const char* what) {
  if (code == CUDA_SUCCESS) return;
  const char* text = nullptr;
  cuGetErrorString(code, &text);
  throw std::runtime_error(std::string(what) + ": " + (text == nullptr ? "unknown error" : text));
}

using Memory = CUdeviceptr;

struct Device {
  CUdevice id = 0;
  CUcontext context = nullptr;
};

Device open_device() {
  Device device;
  check(cuInit(0), "starting CUDA");
  check(cuDeviceGet(&device.id, 0), "finding a device");
  char name[256] = {};
  check(cuDeviceGetName(name, sizeof name, device.id), "asking for the device's name");
  std::printf("on %s\n", name);
  check(cuDevicePrimaryCtxRetain(&device.context, device.id), "opening the device");
  check(cuCtxSetCurrent(device.context), "opening the device");
  return device;
}

// "sm_90".
std::string architecture(const Device& device) {
  int major = 0;
  int minor = 0;
  check(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device.id),
        "asking for the architecture");
  check(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device.id),
        "asking for the architecture");
  return "sm_" + std::to_string(10 * major + minor);
}
)";

// What a build compiles to.
constexpr const char* nvrtc_code =
    R"(void check(nvrtcResult code, const char* what) {
  if (code == NVRTC_SUCCESS) return;
  throw std::runtime_error(std::string(what) + ": " + nvrtcGetErrorString(code));
}

struct Code {
  std::string cubin;
  std::map<std::string, std::string> symbols;  // of kernels
};

Code compile_code(const Device& device, const Build& build) {
  std::vector<std::string> words;
  for (const auto& [name, value] : build.constants) words.push_back("-D" + name + "=" + value);
  words.insert(words.end(), options.begin(), options.end());
  const auto given = [&](const char* name) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.rfind(name, 0) == 0; });
  };
  if (!given("--gpu-architecture") && !given("-arch")) {
    words.push_back("--gpu-architecture=" + architecture(device));
  }
  if (!given("--std") && !given("-std")) words.push_back("--std=c++17");
  words.push_back("-default-device");
  const char* toolkit = std::getenv("CUDA_PATH");
  const std::string headers = std::string(toolkit == nullptr ? "/usr/local/cuda" : toolkit) + "/include";
  words.push_back("--include-path=" + headers);
  words.push_back("--include-path=" + headers + "/cccl");
  std::vector<const char*> texts;
  for (const std::string& word : words) texts.push_back(word.c_str());
  nvrtcProgram program = nullptr;
  check(nvrtcCreateProgram(&program, source, "kernel.cu", 0, nullptr, nullptr), "creating a program");
  for (const std::string& name : build.kernels) {
    if (by_expression) check(nvrtcAddNameExpression(program, name.c_str()), name.c_str());
  }
  if (nvrtcCompileProgram(program, static_cast<int>(texts.size()), texts.data()) != NVRTC_SUCCESS) {
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, '\0');
    nvrtcGetProgramLog(program, &log[0]);
    throw std::runtime_error(log);
  }
  Code code;
  std::size_t size = 0;
  check(nvrtcGetCUBINSize(program, &size), "asking for the code's size");
  code.cubin.resize(size);
  check(nvrtcGetCUBIN(program, &code.cubin[0]), "reading the code");
  for (const std::string& name : build.kernels) {
    const char* lowered = name.c_str();
    if (by_expression) check(nvrtcGetLoweredName(program, name.c_str(), &lowered), name.c_str());
    code.symbols[name] = lowered;
  }
  nvrtcDestroyProgram(&program);
  return code;
}
)";

constexpr const char* compile =
    R"(struct Program {
  CUmodule module = nullptr;
  std::map<std::string, CUfunction> kernels;
};

// Compiles and loads the kernels of each build.
std::vector<Program> compile(const Device& device) {
  std::vector<Program> programs;
  for (const Build& build : builds) {
    const Code code = compile_code(device, build);
    Program program;
    check(cuModuleLoadData(&program.module, code.cubin.data()), "loading the code");
    for (const std::string& name : build.kernels) {
      check(cuModuleGetFunction(&program.kernels[name], program.module,
                                code.symbols.at(name).c_str()),
            name.c_str());
    }
    programs.push_back(program);
  }
  return programs;
}
)";

constexpr const char* memory =
    R"(// Allocates an array on the device and copies it there.
[[maybe_unused]] void upload(const Device&, Array& array) {
  check(cuMemAlloc(&array.device, array.host.size()), "allocating an array");
  check(cuMemcpyHtoD(array.device, array.host.data(), array.host.size()), "writing an array");
}
[[maybe_unused]] void write(const Device&, const Array& array) {
  check(cuMemcpyHtoD(array.device, array.host.data(), array.host.size()), "writing an array");
}
[[maybe_unused]] Array read(const Device&, Array array) {
  check(cuMemcpyDtoH(array.host.data(), array.device, array.host.size()), "reading an array");
  return array;
}
void wait(const Device&) { check(cuCtxSynchronize(), "waiting for the device"); }

// Fills a variable of the source.
[[maybe_unused]] void write_variable(const Program& program, const char* name, const Array& array) {
  Memory memory{};
  check(cuModuleGetGlobal(&memory, nullptr, program.module, name), name);
  check(cuMemcpyHtoD(memory, array.host.data(), array.host.size()), name);
}
)";

constexpr const char* start =
    R"(// Starts a kernel with that many blocks, threads of a block and bytes of dynamic shared memory.
template <class... Arguments>
void start(CUfunction kernel, std::vector<unsigned> blocks, std::vector<unsigned> threads,
           unsigned shared, Arguments... arguments) {
  blocks.resize(3, 1);
  threads.resize(3, 1);
  void* values[] = {static_cast<void*>(&arguments)..., nullptr};
  if (shared > 0) {
    check(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             static_cast<int>(shared)),
          "allowing shared memory");
  }
  check(cuLaunchKernel(kernel, blocks[0], blocks[1], blocks[2], threads[0], threads[1], threads[2],
                       shared, nullptr, values, nullptr),
        "launching a kernel");
}
)";

}  // namespace

const Runtime cuda_runtime = {
    R"(// Compile: nvcc -std=c++17 -O2 THIS_FILE -lcuda -lnvrtc -o program
//      or: c++ -std=c++17 -O2 THIS_FILE -I/usr/local/cuda/include -L/usr/local/cuda/lib64 -lcuda
//              -lnvrtc -o program
// Usage:   ./program [FOLDER]    keeps the outputs in FOLDER, as .npy files
// CUDA_PATH names another toolkit than /usr/local/cuda, for the headers of kernels.
)",
    {},
    R"(#include <cuda.h>
#include <nvrtc.h>

)",
    device,
    "",
    nvrtc_code,
    compile,
    memory,
    start};

const Runtime nvcc_runtime = {
    R"(// Compile: nvcc -std=c++17 -O2 THIS_FILE -lcuda -o program
//      or: c++ -std=c++17 -O2 THIS_FILE -I/usr/local/cuda/include -lcuda -o program
// Usage:   ./program [FOLDER]    keeps the outputs in FOLDER, as .npy files
// It runs nvcc to compile the kernels: see the commands below.
)",
    {"filesystem", "iterator", "system_error"},
    R"(#include <cuda.h>
#include <cxxabi.h>
#include <sys/wait.h>

)",
    device,
    run_command,
    nvcc_code,
    compile,
    memory,
    start};

}  // namespace assay::standalone::cxx
