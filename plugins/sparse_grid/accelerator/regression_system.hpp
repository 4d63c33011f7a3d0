// The system of sparse-grid regression in device memory, as conjugate_gradients requires it
// (kernels/sparse_grid/conjugate_gradients.kernel).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/library/conjugate_gradients.hpp"

namespace sparse_grid::accelerator {

// A = B B^T + shift I. Everything is enqueued in the default queue; only value() waits for it.
template <class Real>
class RegressionSystem {
 public:
  using Vector = assay::sdk::Buffer<Real>;
  struct Scalar {
    std::uint32_t slot;
  };

  RegressionSystem(const Device& device, Products<Real> products, double shift)
      : host_(device.host),
        products_(std::move(products)),
        size_(products_.evaluate->coefficient_count()),
        groups_(std::clamp<std::size_t>(size_ / (4 * group_size), 1, most_groups)),
        shift_(static_cast<Real>(shift)),
        wide_(scalar_bits(device) == 64),
        values_(host_, products_.evaluate->result_count()),
        scalars_(host_, slots),
        partial_(host_, most_groups) {
    const auto program = build(device, sizeof(Real) == 8);
    inner_products_ = program.kernel("inner_products");
    add_scalars_ = program.kernel("add_scalars");
    add_ = program.kernel("add");
    take_ = program.kernel("take");
    turn_ = program.kernel("turn");
    add_scaled_ = program.kernel("add_scaled");
    subtract_ = program.kernel("subtract");
    copy_ = program.kernel("copy");
  }

  static assay::sdk::Program build(const Device& device, bool is_double) {
    auto options = dialect_options(device, is_double);
    options.define("WORK_GROUP_SIZE", group_size).define("SCALAR_BITS", scalar_bits(device));
    return assay::sdk::build(device.host, "sparse_grid/conjugate_gradients.kernel", options);
  }

  [[nodiscard]] SolverMemory<RegressionSystem> memory() const {
    const auto vector = [this] { return Vector(host_, size_); };
    return {vector(), vector(), vector(), vector(), vector(), {{0}, {1}}, {2}, {3}};
  }

  // sums = B weights
  void accumulate(const Vector& weights, Vector& sums) {
    products_.accumulate->initialise(nullptr);
    products_.accumulate->apply(weights, sums, nullptr);
  }
  void apply(const Vector& x, Vector& y) {
    products_.evaluate->initialise(nullptr);
    products_.evaluate->apply(x, values_, nullptr);
    accumulate(values_, y);
    launch(add_scaled_, shift_, x, count(), y);
  }

  void copy(const Vector& x, Vector& y) const { launch(copy_, x, count(), y); }
  void clear(Vector& y) const { y.fill(Real(0)); }
  void subtract(const Vector& a, const Vector& b, Vector& y) const {
    launch(subtract_, a, b, count(), y);
  }
  void add(Scalar p, Scalar q, const Vector& x, Vector& y) const {
    launch(add_, scalars_, p.slot, q.slot, x, count(), y);
  }
  void take(Scalar p, Scalar q, const Vector& x, Vector& y) const {
    launch(take_, scalars_, p.slot, q.slot, x, count(), y);
  }
  void turn(Scalar p, Scalar q, const Vector& x, Vector& y) const {
    launch(turn_, scalars_, p.slot, q.slot, x, count(), y);
  }
  void dot(const Vector& x, const Vector& y, Scalar s) const {
    const assay::sdk::Phase phase(host_, "vectors");
    const bool alone = groups_ == 1;
    const std::size_t items = groups_ * group_size;
    launch_items(nullptr, inner_products_, items, group_size, x, y, count(),
                 static_cast<std::uint32_t>(items), alone ? scalars_ : partial_,
                 alone ? s.slot : std::uint32_t{0});
    if (alone) return;
    launch_items(nullptr, add_scalars_, group_size, group_size, partial_,
                 static_cast<std::uint32_t>(groups_), scalars_, s.slot);
  }
  [[nodiscard]] double value(Scalar s) const {
    double bits = 0;
    scalars_.read(std::span(&bits, 1), s.slot);
    if (wide_) return bits;
    float narrow = 0;
    std::memcpy(&narrow, &bits, sizeof narrow);
    return static_cast<double>(narrow);
  }

 private:
  static constexpr std::size_t group_size = 64;
  static constexpr std::size_t most_groups = 128;
  static constexpr std::size_t slots = 4;

  static std::int64_t scalar_bits(const Device& device) {
    return device.backend == ASSAY_CUDA || device.host.device_fact("has_double") != 0 ? 64 : 32;
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(size_); }
  void launch(const assay::sdk::Kernel& kernel, const auto&... arguments) const {
    const assay::sdk::Phase phase(host_, "vectors");
    launch_items(nullptr, kernel, size_, group_size, arguments...);
  }

  assay::sdk::Host host_;
  Products<Real> products_;
  std::size_t size_;    // of the vectors
  std::size_t groups_;  // that share a dot product
  Real shift_;
  bool wide_;                           // scalars are double
  Vector values_;                       // at the data points, for a direction
  assay::sdk::Buffer<double> scalars_;  // 8 bytes each, see the kernel
  assay::sdk::Buffer<double> partial_;
  assay::sdk::Kernel inner_products_;
  assay::sdk::Kernel add_scalars_;
  assay::sdk::Kernel add_;
  assay::sdk::Kernel take_;
  assay::sdk::Kernel turn_;
  assay::sdk::Kernel add_scaled_;
  assay::sdk::Kernel subtract_;
  assay::sdk::Kernel copy_;
};

}  // namespace sparse_grid::accelerator
