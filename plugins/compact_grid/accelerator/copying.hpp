// Copies within a device's memory.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"

namespace compact_grid::accelerator {

class Copying {
 public:
  static void compile(const assay::sdk::Host& host, assay_backend backend);  // kernels/copy.kernel
  Copying(const assay::sdk::Host& host, assay_backend backend);
  // Copies between buffers of the same size, a multiple of 4 bytes.
  void enqueue(const assay::sdk::Buffer<std::byte>& from,
               const assay::sdk::Buffer<std::byte>& to) const;

 private:
  assay::sdk::Kernel copy_words_;
};

}  // namespace compact_grid::accelerator
