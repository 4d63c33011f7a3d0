#include "framework/device/cuda/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "framework/device/cuda/buffer.hpp"
#include "framework/device/cuda/image.hpp"

namespace assay::device::cuda {
namespace {

// The shared memory in bytes that a block may have without asking the driver for more.
constexpr std::size_t default_shared_bytes = std::size_t{48} * 1024;

std::size_t dynamic_shared(std::span<const KernelArgument> arguments) {
  std::size_t bytes = 0;
  for (const auto& argument : arguments) {
    if (argument.kind == ASSAY_ARG_LOCAL) bytes += argument.size;
  }
  return bytes;
}

// The address or object that a kernel gets of a buffer or an image; the kind has been checked.
CUdeviceptr address_of(const KernelArgument& argument) {
  if (argument.kind == ASSAY_ARG_BUFFER) return own<CudaBuffer>(*argument.buffer).data();
  auto& image = own<CudaImage>(*argument.buffer);
  if (argument.kind == ASSAY_ARG_IMAGE) return image.surface();
  return image.texture(*static_cast<const assay_sampler*>(argument.bytes));
}

std::array<unsigned, 3> three(std::span<const std::size_t> sizes) {
  std::array<unsigned, 3> result = {1, 1, 1};
  std::ranges::transform(sizes, result.begin(),
                         [](std::size_t size) { return static_cast<unsigned>(size); });
  return result;
}

}  // namespace

CudaKernel::CudaKernel(Context& context, std::shared_ptr<Module> module, std::string name)
    : context_(context),
      module_(std::move(module)),
      name_(std::move(name)),
      function_(module_->function(name_)),
      limits_(context.description()),
      most_blocks_{context.fact("max_grid_0"), context.fact("max_grid_1"),
                   context.fact("max_grid_2")} {
  const auto size = [&](CUfunction_attribute which) {
    return static_cast<std::size_t>(std::max(attribute(which), 0));
  };
  max_threads_ = size(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  registers_ = size(CU_FUNC_ATTRIBUTE_NUM_REGS);
  static_shared_ = size(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  spill_bytes_ = size(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  const auto ask = context_.driver().cuFuncGetParamInfo;
  parameters_known_ = ask != nullptr;
  std::size_t offset = 0;
  std::size_t bytes = 0;
  while (parameters_known_ && ask(function_, parameters_.size(), &offset, &bytes) == CUDA_SUCCESS) {
    parameters_.push_back(bytes);
  }
}

int CudaKernel::attribute(CUfunction_attribute which) const {
  int value = 0;
  context_.check(context_.driver().cuFuncGetAttribute(&value, which, function_),
                 fmt::format("asking for the limits of kernel '{}'", name_));
  return value;
}

std::vector<Fact> CudaKernel::compiled() const {
  return {{"registers", static_cast<double>(registers_), ""},
          {"spill_bytes", static_cast<double>(spill_bytes_), "B"},
          {"static_local_bytes", static_cast<double>(static_shared_), "B"},
          {"most_work_items", static_cast<double>(max_threads_), ""}};
}

std::vector<Fact> CudaKernel::facts() const {
  if (!launched_) return {};
  // Template arguments follow the configuration, which would give each its own facts.
  const std::string own = name_.substr(0, name_.find('<'));
  return {
      {"registers." + own, static_cast<double>(registers_), ""},
      {"shared_bytes." + own, static_cast<double>(static_shared_ + largest_dynamic_shared_), "B"},
      {"spill_bytes." + own, static_cast<double>(spill_bytes_), "B"}};
}

void CudaKernel::check(std::span<const std::size_t> global, std::span<const std::size_t> local,
                       std::span<const KernelArgument> arguments) const {
  check_sizes(global, local);
  check_arguments(arguments);
  check_shared_memory(arguments);
}

void CudaKernel::check_sizes(std::span<const std::size_t> global,
                             std::span<const std::size_t> local) const {
  const std::size_t threads = check_launch_sizes(name_, limits_, global, local);
  for (std::size_t k = 0; k < global.size(); ++k) {
    const std::size_t blocks = global[k] / local[k];
    if (blocks > most_blocks_.at(k)) {
      refuse_launch(name_, ASSAY_UNSUPPORTED, "{} blocks in dimension {}; the device allows {}",
                    blocks, k, most_blocks_.at(k));
    }
  }
  check_threads(threads);
}

void CudaKernel::check_threads(std::size_t threads) const {
  if (threads <= max_threads_) return;
  refuse_launch(name_, ASSAY_UNSUPPORTED,
                "blocks of {} threads with {} registers each; this kernel allows {} threads on {}, "
                "which has {} registers for a block and takes {} threads at most",
                threads, registers_, max_threads_, context_.description().name,
                context_.fact("registers_per_block"), context_.fact("max_threads"));
}

void CudaKernel::check_shared_memory(std::span<const KernelArgument> arguments) const {
  const std::size_t limit = limits_.local_memory_bytes;
  std::size_t bytes = static_shared_;
  for (const auto& argument : arguments) {
    if (argument.kind != ASSAY_ARG_LOCAL) continue;
    // Added piece by piece, so that the sum cannot wrap around.
    if (argument.size > limit || (bytes += argument.size) > limit) {
      refuse_launch(
          name_, ASSAY_UNSUPPORTED,
          "needs more shared memory than the {} bytes a block has on {}: {} declared in the "
          "kernel, and an argument of {} among those asked for at the launch",
          limit, context_.description().name, static_shared_, argument.size);
    }
  }
}

// Checks that an argument has what its kind says.
void CudaKernel::check_kind(std::size_t index, const KernelArgument& argument) const {
  if (argument.kind == ASSAY_ARG_SAMPLER) {
    refuse_launch(name_, ASSAY_INVALID,
                  "argument {} is a sampler: in CUDA a texture object holds its own", index);
  }
  const bool takes_buffer = argument.kind != ASSAY_ARG_BYTES;
  if (takes_buffer && argument.buffer == nullptr) {
    refuse_launch(name_, ASSAY_INVALID, "argument {} is a null buffer", index);
  }
  const bool takes_bytes = argument.kind == ASSAY_ARG_BYTES || argument.kind == ASSAY_ARG_TEXTURE;
  if (takes_bytes && argument.bytes == nullptr) {
    refuse_launch(name_, ASSAY_INVALID, "argument {} is a value without bytes", index);
  }
  const bool is_image = takes_buffer && argument.buffer->is_image();
  if (takes_buffer && is_image != (argument.kind != ASSAY_ARG_BUFFER)) {
    refuse_launch(name_, ASSAY_INVALID, "argument {} was given {}", index,
                  is_image ? "an image as a buffer" : "a buffer as an image");
  }
}

void CudaKernel::check_arguments(std::span<const KernelArgument> arguments) const {
  std::size_t count = 0;
  for (const auto& argument : arguments) {
    if (argument.kind == ASSAY_ARG_LOCAL) continue;
    const std::size_t index = count++;
    check_kind(index, argument);
    if (!parameters_known_ || index >= parameters_.size()) continue;
    const bool is_value = argument.kind == ASSAY_ARG_BYTES;
    const std::size_t given = is_value ? argument.size : sizeof(CUdeviceptr);
    if (given != parameters_[index]) {
      refuse_launch(name_, ASSAY_INVALID, "argument {} has {} bytes, {} of {} was given", index,
                    parameters_[index],
                    is_value                            ? "a value"
                    : argument.kind == ASSAY_ARG_BUFFER ? "a buffer's address"
                                                        : "an image's object",
                    given);
    }
  }
  if (parameters_known_ && count != parameters_.size()) {
    refuse_launch(name_, ASSAY_INVALID,
                  "takes {} arguments (local memory not counted), but {} were given",
                  parameters_.size(), count);
  }
}

void CudaKernel::allow_dynamic_shared(std::size_t bytes) {
  if (static_shared_ + bytes <= default_shared_bytes || shared_allowed_) return;
  // Allows all that a block may have: kernels of one module share the function, so that a lower
  // limit set by one kernel would hold for the others.
  const std::size_t most = limits_.local_memory_bytes - static_shared_;
  context_.check(
      context_.driver().cuFuncSetAttribute(
          function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(most)),
      fmt::format("allowing kernel '{}' {} bytes of shared memory", name_, most));
  shared_allowed_ = true;
}

void CudaKernel::launch(CUstream stream, std::span<const std::size_t> global,
                        std::span<const std::size_t> local,
                        std::span<const KernelArgument> arguments) {
  const std::size_t shared = dynamic_shared(arguments);
  allow_dynamic_shared(shared);
  addresses_.resize(arguments.size());
  values_.clear();
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].kind == ASSAY_ARG_LOCAL) continue;
    if (arguments[k].kind == ASSAY_ARG_BYTES) {
      values_.push_back(const_cast<void*>(arguments[k].bytes));  // the driver only reads
    } else {
      addresses_[k] = address_of(arguments[k]);
      values_.push_back(&addresses_[k]);
    }
  }
  const auto threads = three(local);
  auto blocks = three(global);
  for (std::size_t k = 0; k < global.size(); ++k) {
    blocks.at(k) = static_cast<unsigned>(global[k] / local[k]);
  }
  const CUresult code = context_.driver().cuLaunchKernel(
      function_, blocks[0], blocks[1], blocks[2], threads[0], threads[1], threads[2],
      static_cast<unsigned>(shared), stream, values_.data(), nullptr);
  if (code == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) {
    refuse_launch(name_, ASSAY_UNSUPPORTED,
                  "blocks of {} threads with {} registers each and {} bytes of shared memory: {}",
                  fmt::join(local, "x"), registers_, static_shared_ + shared,
                  error_text(context_.driver(), code));
  }
  if (code != CUDA_SUCCESS) {
    context_.check(code, fmt::format("launching kernel '{}' with {} work items in groups of {}",
                                     name_, fmt::join(global, "x"), fmt::join(local, "x")));
  }
  context_.note_launch(name_);
  launched_ = true;
  largest_dynamic_shared_ = std::max(largest_dynamic_shared_, shared);
}

}  // namespace assay::device::cuda
