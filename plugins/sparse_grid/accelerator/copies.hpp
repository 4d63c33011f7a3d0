// Partial sums in several copies, and the kernel that adds them up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels.hpp"
#include "sparse_grid/accelerator/device.hpp"

namespace sparse_grid::accelerator {

class AddCopies {
 public:
  AddCopies() = default;
  AddCopies(const assay::sdk::Host& host, assay_backend backend, bool is_double)
      : kernel_(program(host, backend, is_double).kernel("add_copies")) {}

  static assay::sdk::Program program(const assay::sdk::Host& host, assay_backend backend,
                                     bool is_double) {
    auto options = dialect_options(host, backend, is_double, 1);
    options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(group_size));
    return build(host, kernels::reduce_kernel, options);
  }

  // sums[i] = sum_c partial[c * stride + i] for i < count.
  template <class Real>
  void launch(const assay::sdk::Buffer<Real>& partial, std::size_t copies, std::size_t stride,
              std::size_t count, const assay::sdk::Buffer<Real>& sums) const {
    launch_items(kernel_, count, group_size, partial, static_cast<std::uint32_t>(copies),
                 static_cast<std::uint32_t>(stride), static_cast<std::uint32_t>(count), sums);
  }

 private:
  static constexpr std::size_t group_size = 64;

  assay::sdk::Kernel kernel_;
};

}  // namespace sparse_grid::accelerator
