#include "ols/accelerator/cholesky.hpp"

#include <algorithm>
#include <bit>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"
#include "ols/accelerator/symmetric.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

// Sizes of cholesky.kernel and triangle.h.
constexpr std::size_t solve_group = 256;
constexpr std::size_t panel_columns = 64;
constexpr std::size_t panel_work =  // pivots of two panels, inverses
    std::size_t{2} * 4 * 2 * panel_columns + panel_columns;
constexpr std::size_t substitution_group = 1024;

// The threads that add up the splits of one element: each has about eight loads in flight. At most
// a warp, so that neighbours in memory still fill a sector.
std::uint32_t share_of_splits(std::size_t splits) {
  return static_cast<std::uint32_t>(
      std::min(std::bit_ceil(quotient_up(splits, 8)), std::size_t{32}));
}

}  // namespace

template <class Real, class Sum>
sdk::Program build_cholesky(const sdk::Host& host) {
  return sdk::build(host, "ols/cholesky.kernel", result_options<Real, Sum>(host));
}

template <class Real, class Sum>
Factored<Real, Sum>::Factored(const sdk::Host& host, const Shape& shape)
    : b(host, shape.batch * shape.columns),
      scales(host, shape.batch * shape.columns),
      triangles(host, shape.batch * (shape.columns + 1) * shape.columns) {}

template <class Real, class Sum>
Cholesky<Real, Sum>::Cholesky(const sdk::Host& host, const Shape& shape, std::size_t splits)
    : shape_(shape),
      splits_(static_cast<std::uint32_t>(splits)),
      add_share_(share_of_splits(splits)),
      program_(build_cholesky<Real, Sum>(host)),
      add_(program_.kernel("add_parts")),
      solve_(program_.kernel("solve_small")),
      scale_(program_.kernel("scale_sums")),
      panel_(program_.kernel("factorise_panel")),
      update_(program_.kernel("update_rest")),
      substitute_(program_.kernel("substitute")),
      sums_(host, shape.batch * symmetric_sums(shape)),
      matrix_(host, shape.batch * (shape.columns + 1) * shape.columns) {}

template <class Real, class Sum>
void Cholesky<Real, Sum>::apply(const sdk::Buffer<Sum>& partial,
                                const Factored<Real, Sum>& factored) const {
  const std::size_t n = shape_.columns;
  const auto columns = static_cast<std::uint32_t>(n);
  const std::size_t pieces = quotient_up(symmetric_sums(shape_), solve_group / add_share_);
  add_.launch<2>({pieces * solve_group, shape_.batch}, {solve_group, 1}, partial, columns, splits_,
                 add_share_, sums_);
  if (n > panel_columns) return solve_by_blocks(factored);
  const sdk::LocalMemory shared{solving_numbers(n) * sizeof(Sum)};
  solve_.launch<2>({solve_group, shape_.batch}, {solve_group, 1}, sums_, columns, factored.b,
                   factored.scales, factored.triangles, shared);
}

template <class Real, class Sum>
void Cholesky<Real, Sum>::solve_by_blocks(const Factored<Real, Sum>& factored) const {
  const std::size_t n = shape_.columns;
  const std::size_t batch = shape_.batch;
  const auto columns = static_cast<std::uint32_t>(n);
  constexpr std::size_t square = panel_columns * (panel_columns + 1);
  scale_.launch<2>({rounded_up((n + 1) * n, solve_group), batch}, {solve_group, 1}, sums_, columns,
                   factored.scales, matrix_);
  for (std::size_t first = 0; first < n; first += panel_columns) {
    const auto at = static_cast<std::uint32_t>(first);
    const std::size_t width = std::min(panel_columns, n - first);
    const std::size_t below = quotient_up(n + 1 - first - width, panel_columns);
    panel_.launch<2>({below * solve_group, batch}, {solve_group, 1}, matrix_, columns, at,
                     factored.triangles, sdk::LocalMemory{(2 * square + panel_work) * sizeof(Sum)});
    if (first + width == n) break;
    const std::size_t tiles = below * (below + 1) / 2;
    update_.launch<2>({tiles * solve_group, batch}, {solve_group, 1}, factored.triangles, columns,
                      at, matrix_, sdk::LocalMemory{2 * square * sizeof(Sum)});
  }
  substitute(factored);
}

template <class Real, class Sum>
void Cholesky<Real, Sum>::substitute(const Factored<Real, Sum>& factored) const {
  const std::size_t numbers = shape_.columns + panel_columns * (panel_columns + 1) + panel_columns;
  substitute_.launch<2>({substitution_group, shape_.batch}, {substitution_group, 1},
                        factored.triangles, factored.scales,
                        static_cast<std::uint32_t>(shape_.columns), factored.b,
                        sdk::LocalMemory{numbers * sizeof(Sum)});
}

template sdk::Program build_cholesky<float, float>(const sdk::Host&);
template sdk::Program build_cholesky<float, double>(const sdk::Host&);
template sdk::Program build_cholesky<double, double>(const sdk::Host&);
template struct Factored<float, float>;
template struct Factored<float, double>;
template struct Factored<double, double>;
template class Cholesky<float, float>;
template class Cholesky<float, double>;
template class Cholesky<double, double>;

}  // namespace ols::accelerator
