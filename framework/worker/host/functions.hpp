// The functions behind assay_host, as plugin.h documents them. Plugins call them, so no exception
// may leave any of them.
#pragma once

#include "framework/worker/host/context.hpp"

namespace assay::host {

// Messages, phases and facts.
assay_status fail(assay_context* context, assay_status status, const char* message);
void log(assay_context*, assay_log_level level, const char* message);
void phase_begin(assay_context* context, const char* name);
void phase_end(assay_context* context);
void trial_fact(assay_context* context, const char* name, double value, const char* unit);
assay_status device_fact(assay_context* context, const char* name, double* value);

// The cache on disk that the host keeps for plugins, and the places of their files.
assay_status cache_load(assay_context* context, const char* key, void** data, size_t* size);
void cache_release(assay_context*, void* data);
assay_status cache_store(assay_context* context, const char* key, const void* data, size_t size);
assay_status resolve_path(assay_context* context, const char* path, const char** resolved);

// Memory of the device, and of the host for copies.
assay_status buffer_create(assay_context* context, size_t bytes, assay_buffer** buffer);
assay_status input_buffer_create(assay_context* context, const void* input, size_t bytes,
                                 assay_buffer** buffer);
void buffer_destroy(assay_context* context, assay_buffer* buffer);
assay_status buffer_write(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                          size_t offset, const void* source, size_t bytes);
assay_status buffer_read(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                         size_t offset, void* target, size_t bytes);
assay_status buffer_write_async(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                                size_t offset, const void* source, size_t bytes);
assay_status buffer_read_async(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                               size_t offset, void* target, size_t bytes);
assay_status image_create(assay_context* context, const assay_image* image, assay_buffer** buffer);
assay_status host_memory_create(assay_context* context, size_t bytes, void** memory);
assay_status host_memory_lock(assay_context* context, void* memory, size_t bytes);
void host_memory_destroy(assay_context* context, void* memory);
assay_status buffer_fill(assay_context* context, assay_queue* queue, assay_buffer* buffer,
                         size_t offset, size_t bytes, const void* pattern, size_t pattern_size);
assay_status buffer_copy(assay_context* context, assay_queue* queue, assay_buffer* from,
                         size_t from_offset, assay_buffer* to, size_t to_offset, size_t bytes);

// Compilation, launches, and graphs of launches.
assay_status program_build(assay_context* context, const assay_source* sources, size_t source_count,
                           const char* options, const char* const* names, size_t name_count,
                           assay_program** program);
assay_status program_load(assay_context* context, const void* image, size_t bytes,
                          assay_program** program);
assay_status program_write(assay_context* context, assay_program* program, const char* variable,
                           const void* source, size_t bytes);
void program_destroy(assay_context* context, assay_program* program);
assay_status kernel_create(assay_context* context, assay_program* program, const char* name,
                           assay_kernel** kernel);
void kernel_destroy(assay_context* context, assay_kernel* kernel);
assay_status kernel_fact(assay_context* context, assay_kernel* kernel, const char* name,
                         double* value);
assay_status program_link(assay_context* context, const assay_source* sources, size_t source_count,
                          size_t unit_count, const char* options, const char* const* names,
                          size_t name_count, assay_program** program);
assay_status program_fact(assay_context* context, assay_program* program, const char* kernel,
                          const char* name, double* value);
assay_status kernel_launch(assay_context* context, assay_queue* queue, assay_kernel* kernel,
                           uint32_t dimensions, const size_t* global, const size_t* local,
                           const assay_kernel_argument* arguments, size_t argument_count);
assay_status graph_begin(assay_context* context);
assay_status graph_end(assay_context* context, assay_graph** graph);
assay_status graph_launch(assay_context* context, assay_queue* queue, assay_graph* graph);
void graph_destroy(assay_context* context, assay_graph* graph);

// Queues, other devices, and the libraries of a vendor.
assay_status queue_create(assay_context* context, assay_queue** queue);
assay_status queue_create_urgent(assay_context* context, assay_queue** queue);
void queue_destroy(assay_context* context, assay_queue* queue);
assay_status queue_finish(assay_context* context, assay_queue* queue);
assay_status queue_wait(assay_context* context, assay_queue* queue, assay_queue* other);
assay_status sibling_context(assay_context* context, uint32_t number, assay_context** sibling);
assay_status backend_context(assay_context* context, assay_backend backend, assay_context** other);
assay_status buffer_handle(assay_context* context, assay_buffer* buffer, void** handle);
assay_status native_work(assay_context* context, assay_queue* queue,
                         assay_status (*enqueue)(void* native_queue, void* user), void* user);
void* native_handle(assay_context* context, assay_native which);

assay_status device_limit(assay_context* context, assay_limit limit, double value,
                          const char* place);

}  // namespace assay::host
