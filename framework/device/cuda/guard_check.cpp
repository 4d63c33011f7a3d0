#include "framework/device/cuda/guard_check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "assay/sizes.hpp"

namespace assay::device::cuda {
namespace {

constexpr std::size_t group_size = 256;
constexpr std::size_t most_groups = 256;  // few bytes: more groups would take longer to start

constexpr const char* kernel_text = R"(
typedef unsigned int word_t;
typedef unsigned long long count_t;

__device__ bool differs(const word_t* zone, count_t words, const word_t* block,
                        count_t block_words, count_t begin) {
  for (count_t k = blockIdx.x * blockDim.x + threadIdx.x; k < words; k += gridDim.x * blockDim.x) {
    if (zone[k] != block[(begin + k) % block_words]) return true;
  }
  return false;
}

extern "C" __global__ void compare_guards(const word_t* before, count_t begin_before,
                                          const word_t* after, count_t begin_after, count_t words,
                                          const word_t* block, count_t block_words,
                                          word_t* found) {
  if (differs(before, words, block, block_words, begin_before) ||
      differs(after, words, block, block_words, begin_after)) {
    *found = 1;
  }
}
)";

KernelArgument value(const std::uint64_t& bits) {
  return {ASSAY_ARG_BYTES, nullptr, &bits, sizeof bits};
}

}  // namespace

std::unique_ptr<Program> GuardCheck::build(ProgramBuilder& builder) {
  const assay_source source{"assay/guards.kernel", kernel_text};
  return builder.build({&source, 1}, "");
}

bool GuardCheck::open(Accelerator& device) try {
  if (failed_ || kernel_) return !failed_;
  program_ = build(device);
  found_ = device.create_buffer(sizeof(std::uint32_t));
  kernel_ = device.create_kernel(*program_, "compare_guards");
  return true;
} catch (const DeviceError&) {
  failed_ = true;
  return false;
}

GuardDamage GuardCheck::damage(Accelerator& device, CudaBuffer& buffer) {
  if (buffer.is_borrowed()) return {};
  const std::optional<bool> is_intact = intact(device, buffer);
  if (is_intact.value_or(false)) return {};
  const GuardDamage damage = buffer.guard_damage();
  // Intact zones differ from a copy of their contents that is damaged itself.
  if (is_intact && !damage.any()) buffer.heap().restore_guard_block();
  return damage;
}

std::optional<bool> GuardCheck::intact(Accelerator& device, CudaBuffer& buffer) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::uint64_t block = buffer.heap().guard_block();
  if (block == 0 || buffer.size() % word != 0 || !open(device)) return std::nullopt;
  const auto begin = [](const CudaBuffer::Zone& zone) {
    return guard_pattern_begin(zone.seed) / word;
  };
  const std::uint64_t before = buffer.zone_before().memory;
  const std::uint64_t begin_before = begin(buffer.zone_before());
  const std::uint64_t after = buffer.zone_after().memory;
  const std::uint64_t begin_after = begin(buffer.zone_after());
  const std::uint64_t words = buffer.zone_bytes() / word;
  const std::uint64_t block_words = guard_block().size() / word;
  const KernelArgument found_argument{ASSAY_ARG_BUFFER, found_.get(), nullptr, 0};
  const std::array arguments = {value(before),      value(begin_before), value(after),
                                value(begin_after), value(words),        value(block),
                                value(block_words), found_argument};
  const std::array global = {std::min(most_groups, sdk::quotient_up(words, group_size)) *
                             group_size};
  const std::array local = {group_size};
  std::uint32_t found = 0;
  device.fill(nullptr, *found_, 0, sizeof found, &found, sizeof found);
  device.launch(nullptr, *kernel_, global, local, arguments);
  device.read(nullptr, *found_, 0, &found, sizeof found);
  return found == 0;
}

}  // namespace assay::device::cuda
