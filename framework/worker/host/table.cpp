#include "framework/worker/host/functions.hpp"

namespace assay {

const assay_host& host_table() {
  static constexpr assay_host table{ASSAY_ABI_VERSION,
                                    sizeof(assay_host),
                                    host::fail,
                                    host::log,
                                    host::phase_begin,
                                    host::phase_end,
                                    host::trial_fact,
                                    host::device_fact,
                                    host::cache_load,
                                    host::cache_release,
                                    host::cache_store,
                                    host::resolve_path,
                                    host::buffer_create,
                                    host::buffer_destroy,
                                    host::buffer_write,
                                    host::buffer_read,
                                    host::buffer_fill,
                                    host::program_build,
                                    host::program_load,
                                    host::program_destroy,
                                    host::program_write,
                                    host::kernel_create,
                                    host::kernel_destroy,
                                    host::kernel_fact,
                                    host::kernel_launch,
                                    host::queue_create,
                                    host::queue_destroy,
                                    host::queue_finish,
                                    host::native_handle,
                                    host::host_memory_create,
                                    host::host_memory_destroy,
                                    host::buffer_write_async,
                                    host::buffer_read_async,
                                    host::queue_wait,
                                    host::sibling_context,
                                    host::graph_begin,
                                    host::graph_end,
                                    host::graph_launch,
                                    host::graph_destroy,
                                    host::backend_context,
                                    host::host_memory_lock,
                                    host::queue_create_urgent,
                                    host::buffer_handle,
                                    host::native_work,
                                    host::image_create};
  return table;
}

}  // namespace assay
