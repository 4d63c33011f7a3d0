// Compilation, launches, and graphs of launches.

#include "framework/worker/host/functions.hpp"
#include "framework/worker/host/guarded.hpp"

namespace assay::host {
namespace {

void require_sampler(const assay_sampler* sampler) {
  require(sampler != nullptr, "a sampler among the arguments of a launch");
  if (sampler->size >= sizeof(assay_sampler)) return;
  throw device::DeviceError(ASSAY_INVALID, "the size of an assay_sampler is not set");
}

}  // namespace

assay_status program_build(assay_context* context, const assay_source* sources, size_t source_count,
                           const char* options, const char* const* names, size_t name_count,
                           assay_program** program) {
  return program_link(context, sources, source_count, 1, options, names, name_count, program);
}

assay_status program_link(assay_context* context, const assay_source* sources, size_t source_count,
                          size_t unit_count, const char* options, const char* const* names,
                          size_t name_count, assay_program** program) {
  return guarded(context, [&] {
    require(program != nullptr && sources != nullptr && source_count > 0, "sources of a program");
    require(unit_count > 0 && unit_count <= source_count, "translation units of a program");
    require(names != nullptr || name_count == 0, "names of kernels");
    auto& builder = context->capability<device::ProgramBuilder>();
    const std::vector<std::string> expressions(names, names + name_count);
    *program = context->add(builder.link({sources, source_count}, unit_count,
                                         options == nullptr ? "" : options, expressions));
  });
}

assay_status program_load(assay_context* context, const void* image, size_t bytes,
                          assay_program** program) {
  return guarded(context, [&] {
    require(program != nullptr && image != nullptr, "image of a program");
    auto& loader = context->capability<device::ProgramLoader>();
    *program = context->add(loader.load({static_cast<const std::byte*>(image), bytes}));
  });
}

assay_status program_write(assay_context* context, assay_program* program, const char* variable,
                           const void* source, size_t bytes) {
  return guarded(context, [&] {
    require(program != nullptr && variable != nullptr, "variable of a program");
    require(source != nullptr || bytes == 0, "bytes of a variable");
    context->capability<device::ProgramLoader>().write(
        *program->object, variable, {static_cast<const std::byte*>(source), bytes});
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
    auto& launcher = context->capability<device::KernelLauncher>();
    *kernel = context->add(launcher.create_kernel(*program->object, name));
  });
}

void kernel_destroy(assay_context* context, assay_kernel* kernel) {
  guarded(context, [&] { context->remove(kernel); });
}

assay_status kernel_fact(assay_context* context, assay_kernel* kernel, const char* name,
                         double* value) {
  return guarded(context, [&] {
    require(kernel != nullptr && name != nullptr && value != nullptr, "kernel or name of a fact");
    *value = device::compiled_fact(kernel->object->compiled(), name);
  });
}

assay_status program_fact(assay_context* context, assay_program* program, const char* kernel,
                          const char* name, double* value) {
  return guarded(context, [&] {
    require(program != nullptr && kernel != nullptr && name != nullptr && value != nullptr,
            "program, kernel or name of a fact");
    auto& builder = context->capability<device::ProgramBuilder>();
    *value = device::compiled_fact(builder.compiled(*program->object, kernel), name);
  });
}

assay_status kernel_launch(assay_context* context, assay_queue* queue, assay_kernel* kernel,
                           uint32_t dimensions, const size_t* global, const size_t* local,
                           const assay_kernel_argument* arguments, size_t argument_count) {
  return guarded(context, [&] {
    require(kernel != nullptr && global != nullptr && local != nullptr,
            "kernel or size of a launch");
    require(arguments != nullptr || argument_count == 0, "arguments of a launch");
    auto& converted = kernel->arguments;
    converted.clear();
    for (const auto& argument : std::span(arguments, argument_count)) {
      const bool takes_buffer = argument.kind == ASSAY_ARG_BUFFER ||
                                argument.kind == ASSAY_ARG_IMAGE ||
                                argument.kind == ASSAY_ARG_TEXTURE;
      require(!takes_buffer || argument.buffer != nullptr,
              "a buffer among the arguments of a launch");
      if (argument.kind == ASSAY_ARG_SAMPLER || argument.kind == ASSAY_ARG_TEXTURE) {
        require_sampler(static_cast<const assay_sampler*>(argument.bytes));
      }
      device::Buffer* buffer = takes_buffer ? argument.buffer->object.get() : nullptr;
      converted.push_back({argument.kind, buffer, argument.bytes, argument.size});
    }
    context->capability<device::KernelLauncher>().launch(
        queue_object(queue), *kernel->object, {global, dimensions}, {local, dimensions}, converted);
    context->first().copies().launched();
  });
}

assay_status graph_begin(assay_context* context) {
  return guarded(context, [&] { context->capability<device::Graphs>().begin_graph(); });
}

assay_status graph_end(assay_context* context, assay_graph** graph) {
  return guarded(context, [&] {
    require(graph != nullptr, "the target of a new graph");
    *graph = context->add(context->capability<device::Graphs>().end_graph());
  });
}

assay_status graph_launch(assay_context* context, assay_queue* queue, assay_graph* graph) {
  return guarded(context, [&] {
    require(graph != nullptr, "the graph of a launch");
    context->capability<device::Graphs>().launch_graph(queue_object(queue), *graph->object);
    context->first().copies().launched();
  });
}

void graph_destroy(assay_context* context, assay_graph* graph) {
  guarded(context, [&] { context->remove(graph); });
}

}  // namespace assay::host
