#include "framework/device/opencl/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>

#include "framework/device/opencl/buffer.hpp"
#include "framework/device/opencl/image.hpp"

namespace assay::device::opencl {
namespace {

const char* kind_text(assay_argument_kind kind) {
  switch (kind) {
    case ASSAY_ARG_BUFFER:
      return "a buffer";
    case ASSAY_ARG_BYTES:
      return "a value";
    case ASSAY_ARG_LOCAL:
      return "local memory";
    case ASSAY_ARG_IMAGE:
      return "an image";
    case ASSAY_ARG_SAMPLER:
      return "a sampler";
    case ASSAY_ARG_TEXTURE:
      return "a texture object, which OpenCL does not have";
  }
  return "an unknown kind of argument";
}

// The kind of a parameter with that address space and type.
assay_argument_kind kind_of(cl_kernel_arg_address_qualifier space, std::string_view type) {
  if (type == "sampler_t") return ASSAY_ARG_SAMPLER;
  if (type.starts_with("image") && type.ends_with("_t")) return ASSAY_ARG_IMAGE;
  if (space == CL_KERNEL_ARG_ADDRESS_LOCAL) return ASSAY_ARG_LOCAL;
  return space == CL_KERNEL_ARG_ADDRESS_PRIVATE ? ASSAY_ARG_BYTES : ASSAY_ARG_BUFFER;
}

std::vector<std::size_t> local_sizes(std::span<const KernelArgument> arguments) {
  std::vector<std::size_t> sizes;
  for (const auto& argument : arguments) {
    if (argument.kind == ASSAY_ARG_LOCAL) sizes.push_back(argument.size);
  }
  return sizes;
}

Handle<cl_kernel> create(const Context& context, const OpenclProgram& program,
                         const std::string& name) {
  const auto& api = context.api;
  cl_int code = CL_SUCCESS;
  Handle<cl_kernel> kernel(api.clCreateKernel(program.handle(), name.c_str(), &code),
                           Release<cl_kernel>(api.clReleaseKernel));
  if (code == CL_INVALID_KERNEL_NAME) {
    const std::string known = text_info(
        [&](std::size_t size, void* value, std::size_t* needed) {
          return api.clGetProgramInfo(program.handle(), CL_PROGRAM_KERNEL_NAMES, size, value,
                                      needed);
        },
        "listing the kernels of a program");
    throw DeviceError(ASSAY_INVALID,
                      fmt::format("the program has no kernel '{}'; its kernels are: {}", name,
                                  known.empty() ? "none" : known));
  }
  check(code, fmt::format("creating the kernel '{}'", name));
  return kernel;
}

}  // namespace

OpenclKernel::OpenclKernel(const Context& context, const OpenclProgram& program, std::string name)
    : context_(context),
      name_(std::move(name)),
      handle_(create(context, program, name_)),
      limits_(context.description),
      samplers_(context) {
  const auto& api = context_.api;
  const auto count = scalar_info<cl_uint>(
      [&](std::size_t size, void* value, std::size_t* needed) {
        return api.clGetKernelInfo(handle_.get(), CL_KERNEL_NUM_ARGS, size, value, needed);
      },
      "counting a kernel's arguments");
  for (cl_uint k = 0; k < count; ++k) parameters_.push_back(describe_parameter(k));

  const auto ask = [&](cl_kernel_work_group_info key) {
    return [&api, this, key](std::size_t size, void* value, std::size_t* needed) {
      return api.clGetKernelWorkGroupInfo(handle_.get(), context_.device, key, size, value, needed);
    };
  };
  max_group_ = scalar_info<std::size_t>(ask(CL_KERNEL_WORK_GROUP_SIZE), "asking a kernel's limits");
  static_local_ = scalar_info<cl_ulong>(ask(CL_KERNEL_LOCAL_MEM_SIZE), "asking a kernel's limits");
  private_ = scalar_info<cl_ulong>(ask(CL_KERNEL_PRIVATE_MEM_SIZE), "asking a kernel's limits");
}

std::vector<Fact> OpenclKernel::compiled() const {
  return {{"spill_bytes", static_cast<double>(private_), "B"},
          {"static_local_bytes", static_cast<double>(static_local_), "B"},
          {"most_work_items", static_cast<double>(max_group_), ""}};
}

OpenclKernel::Parameter OpenclKernel::describe_parameter(cl_uint index) const {
  const auto ask = [&](cl_kernel_arg_info key) {
    return [this, index, key](std::size_t size, void* value, std::size_t* needed) {
      return context_.api.clGetKernelArgInfo(handle_.get(), index, key, size, value, needed);
    };
  };
  cl_kernel_arg_address_qualifier space = 0;
  if (ask(CL_KERNEL_ARG_ADDRESS_QUALIFIER)(sizeof space, &space, nullptr) != CL_SUCCESS) return {};
  const std::string type = text_info(ask(CL_KERNEL_ARG_TYPE_NAME), "asking a kernel's arguments");
  return {.known = true,
          .kind = kind_of(space, type),
          .name = text_info(ask(CL_KERNEL_ARG_NAME), "asking a kernel's arguments"),
          .type = type};
}

// "argument 2 (float* alpha)", counted from 0 as clSetKernelArg does.
std::string OpenclKernel::label(std::size_t index) const {
  const Parameter& parameter = parameters_[index];
  if (!parameter.known) return fmt::format("argument {}", index);
  return fmt::format("argument {} ({} {})", index, parameter.type, parameter.name);
}

Handle<cl_event> OpenclKernel::launch(cl_command_queue queue, std::span<const std::size_t> global,
                                      std::span<const std::size_t> local,
                                      std::span<const KernelArgument> arguments) {
  check_sizes(global, local);
  if (arguments.size() != parameters_.size()) {
    refuse_launch(name_, ASSAY_INVALID, "takes {} arguments, but {} were given", parameters_.size(),
                  arguments.size());
  }
  check_local_memory(arguments);
  for (std::size_t k = 0; k < arguments.size(); ++k) set_argument(k, arguments[k]);

  cl_event event = nullptr;
  const cl_int code =
      context_.api.clEnqueueNDRangeKernel(queue, handle_.get(), static_cast<cl_uint>(global.size()),
                                          nullptr, global.data(), local.data(), 0, nullptr, &event);
  if (code != CL_SUCCESS) {
    check(code, fmt::format("launching kernel '{}' with {} work items in groups of {}", name_,
                            fmt::join(global, "x"), fmt::join(local, "x")));
  }
  return Handle<cl_event>(event, Release<cl_event>(context_.api.clReleaseEvent));
}

void OpenclKernel::check_sizes(std::span<const std::size_t> global,
                               std::span<const std::size_t> local) const {
  const std::size_t group = check_launch_sizes(name_, limits_, global, local);
  if (group > max_group_) {
    refuse_launch(
        name_, ASSAY_UNSUPPORTED,
        "work-groups of {} work items; this kernel allows {} on {} (the device itself {})", group,
        max_group_, context_.description.name, context_.fact("max_work_group_size"));
  }
}

// Refuses too much local memory, to which drivers answer with CL_OUT_OF_RESOURCES or with a crash.
void OpenclKernel::check_local_memory(std::span<const KernelArgument> arguments) const {
  const std::size_t limit = limits_.local_memory_bytes;
  std::size_t bytes = static_local_;
  for (const auto& argument : arguments) {
    if (argument.kind != ASSAY_ARG_LOCAL) continue;
    // Added piece by piece, so that the sum cannot wrap around.
    if (argument.size > limit || (bytes += argument.size) > limit) {
      refuse_launch(
          name_, ASSAY_UNSUPPORTED,
          "needs more local memory than the {} bytes of {}: {} declared in the kernel, pieces of "
          "{} as arguments",
          limit, context_.description.name, static_local_, fmt::join(local_sizes(arguments), ", "));
    }
  }
}

cl_mem OpenclKernel::memory_of(std::size_t index, const KernelArgument& argument) const {
  if (argument.buffer == nullptr)
    refuse_launch(name_, ASSAY_INVALID, "{} is a null buffer", label(index));
  if (argument.kind == ASSAY_ARG_BUFFER && !argument.buffer->is_image()) {
    return own<OpenclBuffer>(*argument.buffer).data();
  }
  if (argument.kind == ASSAY_ARG_BUFFER) {
    refuse_launch(name_, ASSAY_INVALID, "{} takes a buffer, but an image was given", label(index));
  }
  if (!argument.buffer->is_image()) {
    refuse_launch(name_, ASSAY_INVALID, "{} takes an image, but a buffer was given", label(index));
  }
  const auto& image = own<OpenclImage>(*argument.buffer);
  const Parameter& parameter = parameters_[index];
  if (parameter.known && parameter.type != image.type()) {
    refuse_launch(name_, ASSAY_INVALID, "{} takes an {}, but an {} was given", label(index),
                  parameter.type, image.type());
  }
  return image.data();
}

void OpenclKernel::set_argument(std::size_t index, const KernelArgument& argument) {
  const Parameter& parameter = parameters_[index];
  if (parameter.known && parameter.kind != argument.kind) {
    refuse_launch(name_, ASSAY_INVALID, "{} takes {}, but {} was given", label(index),
                  kind_text(parameter.kind), kind_text(argument.kind));
  }
  const void* value = nullptr;
  std::size_t size = argument.size;
  cl_mem memory = nullptr;
  cl_sampler sampler = nullptr;
  switch (argument.kind) {
    case ASSAY_ARG_BUFFER:
    case ASSAY_ARG_IMAGE:
      memory = memory_of(index, argument);
      value = &memory;
      size = sizeof memory;
      break;
    case ASSAY_ARG_SAMPLER:
      if (argument.bytes == nullptr)
        refuse_launch(name_, ASSAY_INVALID, "{} is a null sampler", label(index));
      sampler = samplers_.find(*static_cast<const assay_sampler*>(argument.bytes));
      value = &sampler;
      size = sizeof sampler;
      break;
    case ASSAY_ARG_BYTES:
      value = argument.bytes;
      break;
    case ASSAY_ARG_LOCAL:
      break;
    default:
      refuse_launch(name_, ASSAY_INVALID, "{} was given {}", label(index),
                    kind_text(argument.kind));
  }
  const cl_int code =
      context_.api.clSetKernelArg(handle_.get(), static_cast<cl_uint>(index), size, value);
  if (code == CL_SUCCESS) return;
  if (code == CL_INVALID_ARG_SIZE) {
    refuse_launch(name_, ASSAY_INVALID, "{} does not have the size given, {} bytes", label(index),
                  size);
  }
  if (code == CL_INVALID_ARG_VALUE || code == CL_INVALID_MEM_OBJECT) {
    refuse_launch(name_, ASSAY_INVALID, "{} does not take {}", label(index),
                  kind_text(argument.kind));
  }
  check(code, fmt::format("setting {} of kernel '{}'", label(index), name_));
}

}  // namespace assay::device::opencl
