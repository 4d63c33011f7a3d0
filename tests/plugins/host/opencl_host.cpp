#include "tests/plugins/host/opencl_host.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"

namespace testing {
namespace {

constexpr std::size_t guard_bytes = 64;
constexpr unsigned char guard_byte = 0xA5;
constexpr unsigned char poison_byte = 0xFF;  // NaN in both precisions

cl_mem memory(assay_buffer* buffer) { return reinterpret_cast<cl_mem>(buffer); }
cl_program program_of(assay_program* program) { return reinterpret_cast<cl_program>(program); }
cl_kernel kernel_of(assay_kernel* kernel) { return reinterpret_cast<cl_kernel>(kernel); }
cl_command_queue native(assay_queue* queue) { return reinterpret_cast<cl_command_queue>(queue); }

template <class T>
T info(cl_device_id device, cl_device_info name) {
  T value{};
  clGetDeviceInfo(device, name, sizeof value, &value, nullptr);
  return value;
}

bool has_extension(cl_device_id device, std::string_view name) {
  std::array<char, 4096> text{};
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, text.size() - 1, text.data(), nullptr);
  return std::string_view(text.data()).find(name) != std::string_view::npos;
}

// `text` with every #include replaced, each file once.
std::string flatten(std::string text, const assay_source* sources, std::size_t count) {
  constexpr std::string_view directive = "#include \"";
  std::set<std::string> included;
  for (auto at = text.find(directive); at != std::string::npos; at = text.find(directive)) {
    const auto first = at + directive.size();
    const auto last = text.find('"', first);
    const std::string name = text.substr(first, last - first);
    std::string body = "#error missing include\n";
    for (std::size_t s = 0; s < count; ++s) {
      if (name == sources[s].name) body = sources[s].text;
    }
    if (!included.insert(name).second) body.clear();
    text.replace(at, last + 1 - at, body);
  }
  return text;
}

}  // namespace

std::unique_ptr<OpenClHost> OpenClHost::open() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) {
    return nullptr;
  }
  return std::unique_ptr<OpenClHost>(new OpenClHost(device));
}

OpenClHost::OpenClHost(cl_device_id device)
    : device_(device),
      context_(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr)),
      queues_{clCreateCommandQueue(context_, device, 0, nullptr)} {
  const auto bytes = [&](cl_device_info name) {
    return static_cast<double>(info<cl_ulong>(device, name));
  };
  facts["max_work_group_size"] =
      static_cast<double>(info<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  facts["local_memory_bytes"] = bytes(CL_DEVICE_LOCAL_MEM_SIZE);
  facts["global_memory_bytes"] = bytes(CL_DEVICE_GLOBAL_MEM_SIZE);
  facts["max_allocation_bytes"] = bytes(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  facts["same_devices"] = 8;
  facts["has_double"] = has_extension(device, "cl_khr_fp64") ? 1 : 0;
  facts["has_int64_atomics"] = has_extension(device, "cl_khr_int64_base_atomics") ? 1 : 0;
  fill_table();
}

OpenClHost::~OpenClHost() {
  for (const auto& [source, program] : programs_) {
    if (program != nullptr) clReleaseProgram(program);
  }
  for (cl_command_queue queue : queues_) clReleaseCommandQueue(queue);
  clReleaseContext(context_);
}

cl_command_queue OpenClHost::in_order(assay_queue* queue) const {
  return queue == nullptr ? queues_.front() : native(queue);
}

void OpenClHost::finish() const {
  for (cl_command_queue queue : queues_) clFinish(queue);
}

assay_status OpenClHost::check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return ASSAY_OK;
  first_->failure = std::string(what) + ": OpenCL error " + std::to_string(error);
  return ASSAY_DEVICE_ERROR;
}

assay_status OpenClHost::build(const assay_source* sources, std::size_t count, const char* options,
                               assay_program** program) {
  first_->builds.insert(std::string(sources[0].name) + " " + options);
  const std::string text = flatten(sources[0].text, sources, count);
  cl_program& built = programs_[std::string(options) + "\n" + text];
  if (built == nullptr) built = compile(text, options);
  if (built == nullptr) return ASSAY_COMPILE_ERROR;
  clRetainProgram(built);
  ++first_->live;
  *program = reinterpret_cast<assay_program*>(built);
  return ASSAY_OK;
}

cl_program OpenClHost::compile(const std::string& text, const char* options) {
  const char* pointer = text.c_str();
  cl_program built = clCreateProgramWithSource(context_, 1, &pointer, nullptr, nullptr);
  if (clBuildProgram(built, 1, &device_, options, nullptr, nullptr) == CL_SUCCESS) return built;
  std::vector<char> log(1 << 16, '\0');
  clGetProgramBuildInfo(built, device_, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(), nullptr);
  first_->failure = std::string(options) + "\n" + log.data();
  clReleaseProgram(built);
  return nullptr;
}

void OpenClHost::fill_table() {
  table_.abi = ASSAY_ABI_VERSION;
  table_.size = sizeof table_;
  table_.fail = [](assay_context* c, assay_status status, const char* message) {
    of(c).first_->failure = message;
    return status;
  };
  table_.log = [](assay_context*, assay_log_level, const char*) {};
  table_.phase_begin = [](assay_context* c, const char* name) { ++of(c).first_->phases[name]; };
  table_.phase_end = [](assay_context*) {};
  table_.trial_fact = [](assay_context* c, const char* name, double value, const char*) {
    of(c).first_->trial_facts[name] = value;
  };
  table_.device_fact = [](assay_context* c, const char* name, double* value) {
    const auto fact = of(c).first_->facts.find(name);
    if (fact == of(c).first_->facts.end()) {
      return of(c).table_.fail(c, ASSAY_INVALID, (std::string("no fact ") + name).c_str());
    }
    *value = fact->second;
    return ASSAY_OK;
  };
  table_.buffer_create = [](assay_context* c, std::size_t bytes, assay_buffer** buffer) {
    cl_int error = CL_SUCCESS;
    cl_mem created =
        clCreateBuffer(of(c).context_, CL_MEM_READ_WRITE, bytes + guard_bytes, nullptr, &error);
    if (error != CL_SUCCESS) return of(c).check(error, "create buffer");
    cl_command_queue queue = of(c).in_order(nullptr);
    clEnqueueFillBuffer(queue, created, &poison_byte, 1, 0, bytes, 0, nullptr, nullptr);
    clEnqueueFillBuffer(queue, created, &guard_byte, 1, bytes, guard_bytes, 0, nullptr, nullptr);
    clFinish(queue);
    ++of(c).first_->live;
    *buffer = reinterpret_cast<assay_buffer*>(created);
    return ASSAY_OK;
  };
  table_.buffer_destroy = [](assay_context* c, assay_buffer* buffer) {
    of(c).finish();
    std::size_t bytes = 0;
    clGetMemObjectInfo(memory(buffer), CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    std::array<unsigned char, guard_bytes> guard{};
    clEnqueueReadBuffer(of(c).in_order(nullptr), memory(buffer), CL_TRUE, bytes - guard_bytes,
                        guard_bytes, guard.data(), 0, nullptr, nullptr);
    for (const unsigned char byte : guard) {
      if (byte != guard_byte) of(c).first_->guards_intact = false;
    }
    clReleaseMemObject(memory(buffer));
    --of(c).first_->live;
  };
  table_.buffer_write = [](assay_context* c, assay_queue* queue, assay_buffer* buffer,
                           std::size_t offset, const void* source, std::size_t bytes) {
    return of(c).check(clEnqueueWriteBuffer(of(c).in_order(queue), memory(buffer), CL_TRUE, offset,
                                            bytes, source, 0, nullptr, nullptr),
                       "write buffer");
  };
  table_.buffer_read = [](assay_context* c, assay_queue* queue, assay_buffer* buffer,
                          std::size_t offset, void* target, std::size_t bytes) {
    return of(c).check(clEnqueueReadBuffer(of(c).in_order(queue), memory(buffer), CL_TRUE, offset,
                                           bytes, target, 0, nullptr, nullptr),
                       "read buffer");
  };
  table_.buffer_fill = [](assay_context* c, assay_queue* queue, assay_buffer* buffer,
                          std::size_t offset, std::size_t bytes, const void* pattern,
                          std::size_t size) {
    return of(c).check(clEnqueueFillBuffer(of(c).in_order(queue), memory(buffer), pattern, size,
                                           offset, bytes, 0, nullptr, nullptr),
                       "fill buffer");
  };
  table_.program_build = [](assay_context* c, const assay_source* sources, std::size_t count,
                            const char* options, assay_program** program) {
    return of(c).build(sources, count, options, program);
  };
  table_.program_destroy = [](assay_context* c, assay_program* program) {
    clReleaseProgram(program_of(program));
    --of(c).first_->live;
  };
  table_.kernel_create = [](assay_context* c, assay_program* program, const char* name,
                            assay_kernel** kernel) {
    cl_int error = CL_SUCCESS;
    *kernel = reinterpret_cast<assay_kernel*>(clCreateKernel(program_of(program), name, &error));
    if (error == CL_SUCCESS) ++of(c).first_->live;
    return of(c).check(error, name);
  };
  table_.kernel_destroy = [](assay_context* c, assay_kernel* kernel) {
    clReleaseKernel(kernel_of(kernel));
    --of(c).first_->live;
  };
  table_.kernel_launch = [](assay_context* c, assay_queue* queue, assay_kernel* kernel,
                            std::uint32_t dimensions, const std::size_t* global,
                            const std::size_t* local, const assay_kernel_argument* arguments,
                            std::size_t count) {
    for (cl_uint a = 0; a < count; ++a) {
      cl_mem buffer = memory(arguments[a].buffer);
      const bool is_buffer = arguments[a].kind == ASSAY_ARG_BUFFER;
      const cl_int error =
          clSetKernelArg(kernel_of(kernel), a, is_buffer ? sizeof buffer : arguments[a].size,
                         is_buffer ? &buffer : arguments[a].bytes);
      if (error != CL_SUCCESS) return of(c).check(error, "kernel argument");
    }
    return of(c).check(clEnqueueNDRangeKernel(of(c).in_order(queue), kernel_of(kernel), dimensions,
                                              nullptr, global, local, 0, nullptr, nullptr),
                       "launch");
  };
  fill_queues();
  fill_asynchronous();
}

void OpenClHost::fill_asynchronous() {
  table_.host_memory_create = [](assay_context* c, std::size_t bytes, void** memory) {
    *memory = std::aligned_alloc(64, (bytes + 64) / 64 * 64);
    ++of(c).first_->live;
    return ASSAY_OK;
  };
  table_.host_memory_destroy = [](assay_context* c, void* memory) {
    of(c).finish();
    if (of(c).first_->locked.erase(memory) > 0) return;
    std::free(memory);
    --of(c).first_->live;
  };
  table_.buffer_write_async = [](assay_context* c, assay_queue* queue, assay_buffer* buffer,
                                 std::size_t offset, const void* source, std::size_t bytes) {
    return of(c).check(clEnqueueWriteBuffer(of(c).in_order(queue), memory(buffer), CL_FALSE, offset,
                                            bytes, source, 0, nullptr, nullptr),
                       "write buffer");
  };
  table_.buffer_read_async = [](assay_context* c, assay_queue* queue, assay_buffer* buffer,
                                std::size_t offset, void* target, std::size_t bytes) {
    return of(c).check(clEnqueueReadBuffer(of(c).in_order(queue), memory(buffer), CL_FALSE, offset,
                                           bytes, target, 0, nullptr, nullptr),
                       "read buffer");
  };
  table_.sibling_context = [](assay_context* c, std::uint32_t number, assay_context** sibling) {
    OpenClHost& first = *of(c).first_;
    if (number >= static_cast<std::uint32_t>(first.facts["same_devices"])) {
      return first.table_.fail(c, ASSAY_UNSUPPORTED, "no such sibling");
    }
    auto& place = first.siblings_[number];
    if (number > 0 && place == nullptr) {
      place.reset(new OpenClHost(first.device_));
      place->first_ = &first;
    }
    *sibling = number == 0 ? first.context() : place->context();
    return ASSAY_OK;
  };
}

void OpenClHost::fill_queues() {
  table_.queue_create = [](assay_context* c, assay_queue** queue) {
    OpenClHost& host = of(c);
    host.queues_.push_back(clCreateCommandQueue(host.context_, host.device_, 0, nullptr));
    *queue = reinterpret_cast<assay_queue*>(host.queues_.back());
    ++host.first_->live;
    return ASSAY_OK;
  };
  table_.queue_destroy = [](assay_context* c, assay_queue* queue) {
    OpenClHost& host = of(c);
    clFinish(native(queue));
    clReleaseCommandQueue(native(queue));
    std::erase(host.queues_, native(queue));
    --host.first_->live;
  };
  table_.queue_finish = [](assay_context* c, assay_queue* queue) {
    if (queue == nullptr) {
      of(c).finish();
      return ASSAY_OK;
    }
    return of(c).check(clFinish(native(queue)), "finish queue");
  };
  table_.graph_begin = [](assay_context*) { return ASSAY_UNSUPPORTED; };
  table_.host_memory_lock = [](assay_context* c, void* memory, std::size_t) {
    of(c).first_->locked.insert(memory);
    return ASSAY_OK;
  };
  table_.queue_wait = [](assay_context* c, assay_queue* queue, assay_queue* other) {
    cl_event reached = nullptr;
    clEnqueueMarkerWithWaitList(of(c).in_order(other), 0, nullptr, &reached);
    clFlush(of(c).in_order(other));
    const cl_int error = clEnqueueBarrierWithWaitList(of(c).in_order(queue), 1, &reached, nullptr);
    clReleaseEvent(reached);
    return of(c).check(error, "wait for queue");
  };
}

std::unique_ptr<OpenClHost> open_or_skip() {
  auto host = OpenClHost::open();
  if (!host) assay::test::skip_without_opencl();
  return host;
}

}  // namespace testing
