// Operations on whole vectors on the device (kernels/sparse_grid/vectors.kernel).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/layout.hpp"

namespace sparse_grid::accelerator {

template <class Real>
class Vectors {
 public:
  using Reals = assay::sdk::Buffer<Real>;
  using Order = assay::sdk::Buffer<std::uint32_t>;

  explicit Vectors(const Device& device) {
    const auto program = build(device, sizeof(Real) == 8);
    add_copies_ = program.kernel("add_copies");
    scatter_copies_ = program.kernel("scatter_copies");
    gather_ = program.kernel("gather");
    copy_part_ = program.kernel("copy_part");
    add_ = program.kernel("add");
  }

  static assay::sdk::Program build(const Device& device, bool is_double) {
    auto options = dialect_options(device, is_double);
    options.define("WORK_GROUP_SIZE", group_size);
    return assay::sdk::build(device.host, "sparse_grid/vectors.kernel", options);
  }

  // sums[i] = sum_c partial[c * stride + i] for i < count.
  void add_copies(const Reals& partial, std::size_t copies, std::size_t stride, std::size_t count,
                  const Reals& sums, assay_queue* queue) const {
    launch_items(queue, add_copies_, count, group_size, partial, narrow(copies), narrow(stride),
                 narrow(count), sums);
  }
  // sums[order[i]] = sum_c partial[c * stride + i]; elements whose order[i] is no_point are left
  // out.
  void scatter_copies(const Reals& partial, std::size_t copies, std::size_t stride,
                      const Order& order, const Reals& sums, assay_queue* queue) const {
    launch_items(queue, scatter_copies_, order.size(), group_size, partial, narrow(copies),
                 narrow(stride), narrow(order.size()), order, sums);
  }
  // to[i] = from[order[i]], or 0 if order[i] is no_point.
  void gather(const Reals& from, const Order& order, const Reals& to, assay_queue* queue) const {
    launch_items(queue, gather_, order.size(), group_size, from, order, narrow(order.size()), to);
  }
  // to[to_first + i] = from[from_first + i] for i < count.
  void copy_part(const Reals& from, std::size_t from_first, std::size_t count, const Reals& to,
                 std::size_t to_first, assay_queue* queue) const {
    launch_items(queue, copy_part_, count, group_size, from, narrow(from_first), narrow(count), to,
                 narrow(to_first));
  }
  // sums[i] += terms[i]
  void add(const Reals& terms, const Reals& sums, assay_queue* queue) const {
    launch_items(queue, add_, terms.size(), group_size, terms, narrow(terms.size()), sums);
  }

 private:
  static constexpr std::size_t group_size = 64;

  static std::uint32_t narrow(std::size_t value) { return static_cast<std::uint32_t>(value); }

  assay::sdk::Kernel add_copies_;
  assay::sdk::Kernel scatter_copies_;
  assay::sdk::Kernel gather_;
  assay::sdk::Kernel copy_part_;
  assay::sdk::Kernel add_;
};

}  // namespace sparse_grid::accelerator
