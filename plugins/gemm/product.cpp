#include "gemm/product.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <type_traits>

namespace gemm {
namespace {

// Columns of b whose sums are formed together.
constexpr std::size_t panel_columns = 32;

template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, double>, long double, double>;

// Calls act(0) to act(count - 1), shared among all hardware threads.
template <class Act>
void on_all_cores(std::size_t count, const Act& act) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < count; k = next++) act(k);
  };
  std::vector<std::jthread> others;
  const std::size_t threads = std::min<std::size_t>(count, std::thread::hardware_concurrency());
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
  work();
}

// Columns of one matrix of the batch, copied so that they lie beside each other.
template <class Real>
std::vector<Wide<Real>> copy_panel(const Shape& shape, const Real* b, std::size_t first,
                                   std::size_t count) {
  std::vector<Wide<Real>> panel(shape.inner * panel_columns, 0);
  for (std::size_t k = 0; k < shape.inner; ++k) {
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t at = k * shape.b().row + (first + j) * shape.b().column;
      panel[k * panel_columns + j] = static_cast<Wide<Real>>(b[at]);
    }
  }
  return panel;
}

template <class Real>
void multiply_panel(const Shape& shape, const Real* a, const Real* b, std::size_t first,
                    double* c) {
  const std::size_t count = std::min(panel_columns, shape.columns - first);
  const std::vector<Wide<Real>> panel = copy_panel(shape, b, first, count);
  for (std::size_t i = 0; i < shape.rows; ++i) {
    std::array<Wide<Real>, panel_columns> sums{};
    for (std::size_t k = 0; k < shape.inner; ++k) {
      const auto left = static_cast<Wide<Real>>(a[i * shape.a().row + k * shape.a().column]);
      for (std::size_t j = 0; j < panel_columns; ++j)
        sums[j] += left * panel[k * panel_columns + j];
    }
    for (std::size_t j = 0; j < count; ++j) {
      c[i * shape.columns + first + j] = static_cast<double>(sums[j]);
    }
  }
}

}  // namespace

template <class Real>
std::vector<double> accurate_product(const Shape& shape, std::span<const Real> a,
                                     std::span<const Real> b) {
  std::vector<double> c(shape.batch * shape.c_size());
  const std::size_t panels = assay::sdk::quotient_up(shape.columns, panel_columns);
  on_all_cores(shape.batch * panels, [&](std::size_t task) {
    const std::size_t entry = task / panels;
    multiply_panel(shape, a.data() + entry * shape.a_size(), b.data() + entry * shape.b_size(),
                   task % panels * panel_columns, c.data() + entry * shape.c_size());
  });
  return c;
}

template std::vector<double> accurate_product(const Shape&, std::span<const Half>,
                                              std::span<const Half>);
template std::vector<double> accurate_product(const Shape&, std::span<const float>,
                                              std::span<const float>);
template std::vector<double> accurate_product(const Shape&, std::span<const double>,
                                              std::span<const double>);

}  // namespace gemm
