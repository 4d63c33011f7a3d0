#include "compact_grid/accelerator/copying.hpp"

#include <cstdint>

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t copying_group = 256;

sdk::Program build_copying(const sdk::Host& host, assay_backend backend) {
  return sdk::build(host, "copy.kernel",
                    sdk::dialect_options(backend).define("WORK_GROUP_SIZE", copying_group));
}

}  // namespace

void Copying::compile(const sdk::Host& host, assay_backend backend) {
  static_cast<void>(build_copying(host, backend));
}

Copying::Copying(const sdk::Host& host, assay_backend backend)
    : copy_words_(build_copying(host, backend).kernel("copy_words")) {}

void Copying::enqueue(const sdk::Buffer<std::byte>& from, const sdk::Buffer<std::byte>& to) const {
  const std::uint64_t words = from.size() / 4;
  sdk::launch_items(nullptr, copy_words_, words, copying_group, from, words, to);
}

}  // namespace compact_grid::accelerator
