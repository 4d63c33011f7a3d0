// A host without a device for the parts of CUDA variants that are not kernels: buffers lie in the
// host's memory, nothing is computed, and builds and launches are recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"

namespace testing {

struct RecordedLaunch {
  std::string kernel;
  std::size_t groups;
  std::size_t local;                            // items in a group
  std::size_t local_memory;                     // bytes
  std::vector<std::vector<std::byte>> buffers;  // copies of buffers at the launch
  std::vector<std::uint64_t> values;            // arguments that are passed by value
};

class RecordingHost {
 public:
  RecordingHost() {
    table_.abi = ASSAY_ABI_VERSION;
    table_.size = sizeof table_;
    fill_messages();
    fill_buffers();
    fill_kernels();
    fill_queues();
  }
  RecordingHost(const RecordingHost&) = delete;
  RecordingHost& operator=(const RecordingHost&) = delete;

  [[nodiscard]] const assay_host* table() const { return &table_; }
  [[nodiscard]] assay_context* context() { return reinterpret_cast<assay_context*>(this); }

  std::map<std::string, double> facts{{"compute_units", 2}};
  std::map<std::string, double> trial_facts;
  std::set<std::string> builds;  // for each build, the first source's name and the options
  std::vector<RecordedLaunch> launches;
  std::string failure;
  int live = 0;  // handles created and not destroyed

 private:
  using Bytes = std::vector<std::byte>;

  static RecordingHost& of(assay_context* context) {
    return *reinterpret_cast<RecordingHost*>(context);
  }
  static Bytes& bytes_of(assay_buffer* buffer) { return *reinterpret_cast<Bytes*>(buffer); }
  template <class Handle, class T>
  static assay_status hand_out(assay_context* context, Handle** handle, T* object) {
    ++of(context).live;
    *handle = reinterpret_cast<Handle*>(object);
    return ASSAY_OK;
  }
  template <class T, class Handle>
  static void destroy(assay_context* context, Handle* handle) {
    --of(context).live;
    delete reinterpret_cast<T*>(handle);
  }

  void fill_messages() {
    table_.fail = [](assay_context* c, assay_status status, const char* message) {
      of(c).failure = message;
      return status;
    };
    table_.phase_begin = [](assay_context*, const char*) {};
    table_.phase_end = [](assay_context*) {};
    table_.trial_fact = [](assay_context* c, const char* name, double value, const char*) {
      of(c).trial_facts[name] = value;
    };
    table_.device_fact = [](assay_context* c, const char* name, double* value) {
      *value = of(c).facts.at(name);
      return ASSAY_OK;
    };
  }

  void fill_buffers() {
    table_.buffer_create = [](assay_context* c, std::size_t bytes, assay_buffer** buffer) {
      return hand_out(c, buffer, new Bytes(bytes));
    };
    table_.buffer_destroy = &destroy<Bytes, assay_buffer>;
    table_.buffer_write = [](assay_context*, assay_queue*, assay_buffer* buffer, std::size_t offset,
                             const void* source, std::size_t bytes) {
      std::memcpy(&bytes_of(buffer).at(offset), source, bytes);
      return ASSAY_OK;
    };
    table_.buffer_read = [](assay_context*, assay_queue*, assay_buffer* buffer, std::size_t offset,
                            void* target, std::size_t bytes) {
      std::memcpy(target, &bytes_of(buffer).at(offset), bytes);
      return ASSAY_OK;
    };
  }

  void fill_kernels() {
    table_.program_build = [](assay_context* c, const assay_source* sources, std::size_t,
                              const char* options, const char* const*, std::size_t,
                              assay_program** program) {
      of(c).builds.insert(std::string(sources[0].name) + " " + options);
      return hand_out(c, program, new int());
    };
    table_.program_destroy = &destroy<int, assay_program>;
    table_.kernel_create = [](assay_context* c, assay_program*, const char* name,
                              assay_kernel** kernel) {
      return hand_out(c, kernel, new std::string(name));
    };
    table_.kernel_destroy = &destroy<std::string, assay_kernel>;
    table_.kernel_launch = [](assay_context* c, assay_queue*, assay_kernel* kernel, std::uint32_t,
                              const std::size_t* global, const std::size_t* local,
                              const assay_kernel_argument* arguments, std::size_t count) {
      RecordedLaunch launch{
          *reinterpret_cast<std::string*>(kernel), *global / *local, *local, 0, {}, {}};
      for (std::size_t a = 0; a < count; ++a) launch_argument(arguments[a], launch);
      of(c).launches.push_back(std::move(launch));
      return ASSAY_OK;
    };
  }
  static void launch_argument(const assay_kernel_argument& argument, RecordedLaunch& launch) {
    if (argument.kind == ASSAY_ARG_BUFFER) launch.buffers.push_back(bytes_of(argument.buffer));
    if (argument.kind == ASSAY_ARG_LOCAL) launch.local_memory = argument.size;
    if (argument.kind != ASSAY_ARG_BYTES) return;
    std::uint64_t value = 0;
    std::memcpy(&value, argument.bytes, argument.size);
    launch.values.push_back(value);
  }

  void fill_queues() {
    table_.queue_create = [](assay_context* c, assay_queue** queue) {
      return hand_out(c, queue, new int());
    };
    table_.queue_destroy = &destroy<int, assay_queue>;
    table_.queue_finish = [](assay_context*, assay_queue*) { return ASSAY_OK; };
    table_.queue_wait = [](assay_context*, assay_queue*, assay_queue*) { return ASSAY_OK; };
    table_.graph_begin = [](assay_context*) { return ASSAY_UNSUPPORTED; };
  }

  assay_host table_{};
};

}  // namespace testing
