#include "framework/device/digest_kernel.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "assay/sizes.hpp"
#include "framework/core/digest.hpp"
#include "framework/device/own_kernels.hpp"

namespace assay::device {
namespace {

constexpr std::size_t digest_group_size = 128;

// Reads whole words if the range begins at a multiple of a word, else single bytes. The host adds
// up the sums of the groups, since OpenCL 1.2 has no 64-bit atomics.
constexpr const char* digest_text = R"(
KERNEL digest(GLOBAL const byte_t* data, word_t offset, word_t bytes, word_t seed,
              GLOBAL word_t* sums) {
  LOCAL word_t of_items[GROUP_SIZE];
  const word_t stride = (word_t)GROUPS * GROUP_SIZE;
  const word_t words = (bytes + 7) / 8;
  word_t sum = 0;
  for (word_t k = (word_t)GROUP_ID * GROUP_SIZE + LOCAL_ID; k < words; k += stride) {
    GLOBAL const byte_t* at = data + offset + k * 8;
    const word_t left = bytes - k * 8;
    word_t word = 0;
    if (offset % 8 == 0 && left >= 8) {
      word = *(GLOBAL const word_t*)at;
    } else {
      const int count = left < 8 ? (int)left : 8;
      for (int byte = 0; byte < count; ++byte) word |= (word_t)at[byte] << (8 * byte);
    }
    word ^= seed + (k + 1) * 0x9E3779B97F4A7C15UL;
    word *= 0xBF58476D1CE4E5B9UL;
    word ^= word >> 32;
    word *= 0x94D049BB133111EBUL;
    sum += word ^ (word >> 29);
  }
  of_items[LOCAL_ID] = sum;
  BARRIER();
  for (unsigned int half_size = GROUP_SIZE / 2; half_size > 0; half_size /= 2) {
    if (LOCAL_ID < half_size) of_items[LOCAL_ID] += of_items[LOCAL_ID + half_size];
    BARRIER();
  }
  if (LOCAL_ID == 0) sums[GROUP_ID] = of_items[0];
}
)";

// Reads the bytes in pieces, so that the host need not hold all of them at once.
std::uint64_t digest_on_host(Accelerator& device, Buffer& buffer, std::size_t offset,
                             std::size_t bytes, std::uint64_t seed) {
  std::vector<std::byte> piece(std::min<std::size_t>(bytes, 4U << 20U));
  std::uint64_t sum = digest_of_size(bytes, seed);
  for (std::size_t done = 0; done < bytes; done += piece.size()) {
    piece.resize(std::min(piece.size(), bytes - done));
    device.read(nullptr, buffer, offset + done, piece.data(), piece.size());
    sum += digest_terms(piece, done / sizeof(std::uint64_t), seed);
  }
  return sum;
}

}  // namespace

std::unique_ptr<Program> DigestKernel::build(ProgramBuilder& builder) {
  const std::string text = std::string(words_of_kernels) + digest_text;
  const assay_source source{"assay/digest.kernel", text.c_str()};
  return builder.build({&source, 1}, "-D GROUP_SIZE=" + std::to_string(digest_group_size));
}

bool DigestKernel::open(Accelerator& device) try {
  if (failed_ || kernel_) return !failed_;
  program_ = build(device);
  // Enough groups for a GPU's multiprocessors to keep their memory busy.
  groups_ = static_cast<std::size_t>(device.description().facts.at("compute_units")) * 16;
  sums_ = device.create_buffer(groups_ * sizeof(std::uint64_t));
  kernel_ = device.create_kernel(*program_, "digest");
  return true;
} catch (const DeviceError&) {
  failed_ = true;
  return false;
}

std::uint64_t DigestKernel::of(Accelerator& device, Buffer& buffer, std::size_t offset,
                               std::size_t bytes, std::uint64_t seed) {
  if (bytes == 0) return digest_of_size(0, seed);
  if (!open(device)) return digest_on_host(device, buffer, offset, bytes, seed);
  const std::size_t words = sdk::quotient_up(bytes, 8);
  const std::size_t groups = std::min(groups_, sdk::quotient_up(words, digest_group_size));
  const std::uint64_t first = offset;
  const std::uint64_t count = bytes;
  const std::array arguments = {
      KernelArgument{ASSAY_ARG_BUFFER, &buffer, nullptr, 0},
      KernelArgument{ASSAY_ARG_BYTES, nullptr, &first, sizeof first},
      KernelArgument{ASSAY_ARG_BYTES, nullptr, &count, sizeof count},
      KernelArgument{ASSAY_ARG_BYTES, nullptr, &seed, sizeof seed},
      KernelArgument{ASSAY_ARG_BUFFER, sums_.get(), nullptr, 0},
  };
  const std::array global = {groups * digest_group_size};
  const std::array local = {digest_group_size};
  device.launch(nullptr, *kernel_, global, local, arguments);
  std::vector<std::uint64_t> sums(groups);
  device.read(nullptr, *sums_, 0, sums.data(), groups * sizeof(std::uint64_t));
  return std::accumulate(sums.begin(), sums.end(), digest_of_size(bytes, seed));
}

}  // namespace assay::device
