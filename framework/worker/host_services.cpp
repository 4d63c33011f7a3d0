#include "framework/worker/host_services.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "framework/core/names.hpp"

// Every function here is called by plugins, so no exception may leave any of them.

namespace assay {
namespace {

namespace fs = std::filesystem;

assay_status fail(assay_context* context, assay_status status, const char* message) {
  context->first().set_message(message == nullptr ? "" : message);
  if (status != ASSAY_OK) return status;
  context->first().set_message(fmt::format("failed with status ASSAY_OK: {}", message));
  return ASSAY_INTERNAL;
}

// Runs `body` and turns what it throws into a status with its message.
template <class Body>
assay_status guarded(assay_context* context, Body&& body) {
  try {
    body();
    return ASSAY_OK;
  } catch (const device::DeviceError& error) {
    return fail(context, error.status(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(context, ASSAY_OUT_OF_MEMORY, "out of host memory");
  } catch (const std::exception& error) {
    return fail(context, ASSAY_INTERNAL, error.what());
  }
}

// Throws if a plugin handed over NULL where a handle or pointer must be.
void require(bool present, const char* what) {
  if (!present) {
    throw device::DeviceError(ASSAY_INVALID, fmt::format("{} is NULL", what));
  }
}

device::Queue* queue_object(assay_queue* queue) {
  return queue == nullptr ? nullptr : queue->object.get();
}

// ---- messages, phases, facts
// ---------------------------------------------------------------------

void log(assay_context*, assay_log_level level, const char* message) {
  fmt::print(stderr, "{}: {}\n", level == ASSAY_LOG_WARNING ? "warning" : "info",
             message == nullptr ? "" : message);
}

void phase_begin(assay_context* context, const char* name) {
  guarded(context, [&] { context->first().begin_phase(name == nullptr ? "" : name); });
}

void phase_end(assay_context* context) {
  guarded(context, [&] { context->first().end_phase(); });
}

void trial_fact(assay_context* context, const char* name, double value, const char* unit) {
  guarded(context, [&] {
    require(name != nullptr, "the name of a trial fact");
    context->first().set_fact(name, value, unit == nullptr ? "" : unit);
  });
}

assay_status device_fact(assay_context* context, const char* name, double* value) {
  return guarded(context, [&] {
    require(name != nullptr && value != nullptr, "the name or target of a device fact");
    const DeviceDescription& description = context->device().description();
    const auto fact = description.facts.find(name);
    if (fact == description.facts.end()) {
      std::vector<std::string> known;
      for (const auto& [key, _] : description.facts) known.push_back(key);
      throw device::DeviceError(
          ASSAY_INVALID, fmt::format("device '{}' has no fact '{}'; {}", description.id, name,
                                     did_you_mean(name, known)));
    }
    *value = fact->second;
  });
}

// ---- cache and paths
// -----------------------------------------------------------------------------

// Keeps what plugins store apart from the host's own entries (compiled kernels).
std::string cache_key(const char* key) {
  require(key != nullptr, "a cache key");
  return std::string("plugin/") + key;
}

assay_status cache_load(assay_context* context, const char* key, void** data, size_t* size) {
  return guarded(context, [&] {
    require(data != nullptr && size != nullptr, "the target of a cache entry");
    *data = nullptr;
    *size = 0;
    if (!context->resources().cache) return;
    const auto bytes = context->resources().cache->load(cache_key(key));
    if (!bytes) return;
    *data = std::malloc(std::max<std::size_t>(1, bytes->size()));
    if (*data == nullptr) throw std::bad_alloc();
    if (!bytes->empty()) std::memcpy(*data, bytes->data(), bytes->size());
    *size = bytes->size();
  });
}

void cache_release(assay_context*, void* data) { std::free(data); }

assay_status cache_store(assay_context* context, const char* key, const void* data, size_t size) {
  return guarded(context, [&] {
    require(data != nullptr || size == 0, "the data of a cache entry");
    if (!context->resources().cache) return;
    // A full disk costs time later and nothing now: no failure of the plugin's.
    static_cast<void>(context->resources().cache->store(
        cache_key(key), {static_cast<const std::byte*>(data), size}));
  });
}

std::string quoted(const std::vector<fs::path>& paths) {
  std::vector<std::string> texts;
  for (const fs::path& path : paths) texts.push_back(fmt::format("'{}'", path.string()));
  return fmt::format("{}", fmt::join(texts, " and "));
}

assay_status resolve_path(assay_context* context, const char* path, const char** resolved) {
  return guarded(context, [&] {
    require(path != nullptr && resolved != nullptr, "a path to resolve");
    const fs::path file(path);
    std::vector<fs::path> folders{context->resources().data_folder};
    if (fs::current_path() != folders.front()) folders.push_back(fs::current_path());
    std::error_code unreadable;
    for (const fs::path& folder : folders) {
      const fs::path candidate = folder / file;  // an absolute file stays as it is
      if (!fs::exists(candidate, unreadable)) continue;
      *resolved = context->keep_path(candidate.string());
      return;
    }
    throw device::DeviceError(
        ASSAY_DATA_ERROR, file.is_absolute()
                              ? fmt::format("no file '{}'", path)
                              : fmt::format("no file '{}' (looked in {})", path, quoted(folders)));
  });
}

// ---- device memory
// -------------------------------------------------------------------------------

assay_status buffer_create(assay_context* context, size_t bytes, assay_buffer** buffer) {
  return guarded(context, [&] {
    require(buffer != nullptr, "the target of a new buffer");
    *buffer = context->add(context->device().create_buffer(bytes));
  });
}

void buffer_destroy(assay_context* context, assay_buffer* buffer) {
  guarded(context, [&] { context->remove(buffer); });
}

assay_status buffer_write(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                          size_t offset, const void* source, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr && (source != nullptr || bytes == 0), "buffer or source of a write");
    context->device().write(queue_object(queue), *buffer->object, offset, source, bytes);
  });
}

assay_status buffer_read(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                         size_t offset, void* target, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr && (target != nullptr || bytes == 0), "buffer or target of a read");
    context->device().read(queue_object(queue), *buffer->object, offset, target, bytes);
  });
}

assay_status buffer_write_async(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                                size_t offset, const void* source, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr && (source != nullptr || bytes == 0), "buffer or source of a write");
    context->device().write_async(queue_object(queue), *buffer->object, offset, source, bytes);
  });
}

assay_status buffer_read_async(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                               size_t offset, void* target, size_t bytes) {
  return guarded(context, [&] {
    require(buffer != nullptr && (target != nullptr || bytes == 0), "buffer or target of a read");
    context->device().read_async(queue_object(queue), *buffer->object, offset, target, bytes);
  });
}

assay_status host_memory_create(assay_context* context, size_t bytes, void** memory) {
  return guarded(context, [&] {
    require(memory != nullptr, "the target of new host memory");
    *memory = context->add(context->device().create_host_memory(bytes));
  });
}

assay_status host_memory_lock(assay_context* context, void* memory, size_t bytes) {
  return guarded(context, [&] {
    require(memory != nullptr || bytes == 0, "the memory to lock");
    context->add(context->device().lock_host_memory(memory, bytes));
  });
}

void host_memory_destroy(assay_context* context, void* memory) {
  guarded(context, [&] { context->remove_host_memory(memory); });
}

assay_status buffer_fill(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                         size_t offset, size_t bytes, const void* pattern, size_t pattern_size) {
  return guarded(context, [&] {
    require(buffer != nullptr && pattern != nullptr, "buffer or pattern of a fill");
    context->device().fill(queue_object(queue), *buffer->object, offset, bytes, pattern,
                           pattern_size);
  });
}

// ---- compilation and launches
// --------------------------------------------------------------------

assay_status program_build(assay_context* context, const assay_source* sources, size_t source_count,
                           const char* options, assay_program** program) {
  return guarded(context, [&] {
    require(program != nullptr && sources != nullptr && source_count > 0, "sources of a program");
    *program = context->add(
        context->device().build({sources, source_count}, options == nullptr ? "" : options));
  });
}

void program_destroy(assay_context* context, assay_program* program) {
  guarded(context, [&] { context->remove(program); });
}

assay_status kernel_create(assay_context* context, assay_program* program, const char* name,
                           assay_kernel** kernel) {
  return guarded(context, [&] {
    require(program != nullptr && name != nullptr && kernel != nullptr,
            "program or name of a kernel");
    *kernel = context->add(context->device().create_kernel(*program->object, name));
  });
}

void kernel_destroy(assay_context* context, assay_kernel* kernel) {
  guarded(context, [&] { context->remove(kernel); });
}

assay_status kernel_launch(assay_context* context, assay_queue* queue, assay_kernel* kernel,
                           uint32_t dimensions, const size_t* global, const size_t* local,
                           const assay_kernel_argument* arguments, size_t argument_count) {
  return guarded(context, [&] {
    require(kernel != nullptr && global != nullptr && local != nullptr,
            "kernel or size of a launch");
    require(arguments != nullptr || argument_count == 0, "arguments of a launch");
    std::vector<device::KernelArgument> converted;
    converted.reserve(argument_count);
    for (const auto& argument : std::span(arguments, argument_count)) {
      require(argument.kind != ASSAY_ARG_BUFFER || argument.buffer != nullptr,
              "a buffer among the arguments of a launch");
      device::Buffer* buffer =
          argument.kind == ASSAY_ARG_BUFFER ? argument.buffer->object.get() : nullptr;
      converted.push_back({argument.kind, buffer, argument.bytes, argument.size});
    }
    context->device().launch(queue_object(queue), *kernel->object, {global, dimensions},
                             {local, dimensions}, converted);
  });
}

// ---- queues and devices
// --------------------------------------------------------------------------------------

assay_status queue_create(assay_context* context, assay_queue** queue) {
  return guarded(context, [&] {
    require(queue != nullptr, "the target of a new queue");
    *queue = context->add(context->device().create_queue(false));
  });
}

assay_status queue_create_urgent(assay_context* context, assay_queue** queue) {
  return guarded(context, [&] {
    require(queue != nullptr, "the target of a new queue");
    *queue = context->add(context->device().create_queue(true));
  });
}

void queue_destroy(assay_context* context, assay_queue* queue) {
  guarded(context, [&] { context->remove(queue); });
}

assay_status queue_finish(assay_context* context, assay_queue* queue) {
  return guarded(context, [&] { context->device().finish(queue_object(queue)); });
}

assay_status queue_wait(assay_context* context, assay_queue* queue, assay_queue* other) {
  return guarded(context,
                 [&] { context->device().wait(queue_object(queue), queue_object(other)); });
}

assay_status sibling_context(assay_context* context, uint32_t number, assay_context** sibling) {
  return guarded(context, [&] {
    require(sibling != nullptr, "the target of a sibling context");
    *sibling = &context->sibling(number);
  });
}

assay_status backend_context(assay_context* context, assay_backend backend, assay_context** other) {
  return guarded(context, [&] {
    require(other != nullptr, "the target of another device's context");
    *other = &context->on(backend);
  });
}

// ---- libraries of the vendor

assay_status buffer_handle(assay_context* context, assay_buffer* buffer, void** handle) {
  return guarded(context, [&] {
    require(buffer != nullptr && handle != nullptr, "buffer or target of a handle");
    *handle = context->device().native_buffer(*buffer->object);
  });
}

assay_status native_work(assay_context* context, assay_queue* queue,
                         assay_status (*enqueue)(void* native_queue, void* user), void* user) {
  assay_status inner = ASSAY_OK;
  const assay_status outer = guarded(context, [&] {
    require(enqueue != nullptr, "what enqueues native work");
    context->device().native_work(queue_object(queue),
                                  [&](void* native) { inner = enqueue(native, user); });
  });
  return inner == ASSAY_OK ? outer : inner;
}

// ---- graphs

assay_status graph_begin(assay_context* context) {
  return guarded(context, [&] { context->device().begin_graph(); });
}

assay_status graph_end(assay_context* context, assay_graph** graph) {
  return guarded(context, [&] {
    require(graph != nullptr, "the target of a new graph");
    *graph = context->add(context->device().end_graph());
  });
}

assay_status graph_launch(assay_context* context, assay_queue* queue, assay_graph* graph) {
  return guarded(context, [&] {
    require(graph != nullptr, "the graph of a launch");
    context->device().launch_graph(queue_object(queue), *graph->object);
  });
}

void graph_destroy(assay_context* context, assay_graph* graph) {
  guarded(context, [&] { context->remove(graph); });
}

void* native_handle(assay_context* context, assay_native which) {
  void* handle = nullptr;
  guarded(context, [&] { handle = context->device().native_handle(which); });
  return handle;
}

}  // namespace

const assay_host& host_table() {
  static constexpr assay_host table{ASSAY_ABI_VERSION,
                                    sizeof(assay_host),
                                    fail,
                                    log,
                                    phase_begin,
                                    phase_end,
                                    trial_fact,
                                    device_fact,
                                    cache_load,
                                    cache_release,
                                    cache_store,
                                    resolve_path,
                                    buffer_create,
                                    buffer_destroy,
                                    buffer_write,
                                    buffer_read,
                                    buffer_fill,
                                    program_build,
                                    program_destroy,
                                    kernel_create,
                                    kernel_destroy,
                                    kernel_launch,
                                    queue_create,
                                    queue_destroy,
                                    queue_finish,
                                    native_handle,
                                    host_memory_create,
                                    host_memory_destroy,
                                    buffer_write_async,
                                    buffer_read_async,
                                    queue_wait,
                                    sibling_context,
                                    graph_begin,
                                    graph_end,
                                    graph_launch,
                                    graph_destroy,
                                    backend_context,
                                    host_memory_lock,
                                    queue_create_urgent,
                                    buffer_handle,
                                    native_work};
  return table;
}

}  // namespace assay
