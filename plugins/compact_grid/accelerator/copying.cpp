#include "compact_grid/accelerator/copying.hpp"

#include <array>
#include <cstdint>

#include "kernels.hpp"

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t copying_group = 256;

sdk::Program build_copying(const sdk::Host& host, assay_backend backend) {
  sdk::CompileOptions options;
  if (backend == ASSAY_OPENCL) options.flag("-cl-std=CL1.2");
  options.define("REAL_BITS", 32)
      .define("VECTOR_WIDTH", 1)
      .define("WORK_GROUP_SIZE", copying_group);
  const std::array sources{kernels::copy_kernel, kernels::dialect_h};
  return {host, sources, options};
}

}  // namespace

void Copying::compile(const sdk::Host& host, assay_backend backend) {
  static_cast<void>(build_copying(host, backend));
}

Copying::Copying(const sdk::Host& host, assay_backend backend)
    : copy_words_(build_copying(host, backend).kernel("copy_words")) {}

void Copying::enqueue(const sdk::Buffer<std::byte>& from, const sdk::Buffer<std::byte>& to) const {
  const std::uint64_t words = from.size() / 4;
  const std::size_t items = (words + copying_group - 1) / copying_group * copying_group;
  copy_words_.launch<1>({items}, {copying_group}, from, words, to);
}

}  // namespace compact_grid::accelerator
