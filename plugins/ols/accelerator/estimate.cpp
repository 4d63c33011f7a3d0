#include "ols/accelerator/estimate.hpp"

#include "ols/accelerator/dialect.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t square_columns = 64;  // as in triangle.h
constexpr std::size_t warps_of_estimate = 32;

}  // namespace

template <class Real, class Sum>
sdk::Program build_estimate(const sdk::Host& host) {
  return sdk::build(host, "ols/inverse_norm.kernel", result_options<Real, Sum>(host));
}

template <class Real, class Sum>
Estimate<Real, Sum>::Estimate(const sdk::Host& host, const Shape& shape)
    : shape_(shape),
      program_(build_estimate<Real, Sum>(host)),
      kernel_(program_.kernel("estimate_norms")),
      norms_(host, 2 * shape.batch) {}

template <class Real, class Sum>
std::vector<FitNorms> Estimate<Real, Sum>::of(const Factored<Real, Sum>& factored) const {
  const std::size_t n = shape_.columns;
  // One square is staged and solved by little more than a warp; the rows below it need many warps.
  const std::size_t threads = n > square_columns ? 32 * warps_of_estimate : 128;
  const std::size_t bytes = (n + warps_of_estimate + square_columns) * sizeof(double) +
                            square_columns * (square_columns + 1) * sizeof(Sum);
  kernel_.launch<1>({shape_.batch * threads}, {threads}, factored.triangles, factored.scales,
                    static_cast<std::uint32_t>(n), factored.b, norms_, sdk::LocalMemory{bytes});
  std::vector<double> found(norms_.size());
  norms_.read(found);
  std::vector<FitNorms> norms;
  for (std::size_t k = 0; k < shape_.batch; ++k) {
    norms.push_back({found[2 * k], found[2 * k + 1]});
  }
  return norms;
}

template sdk::Program build_estimate<float, float>(const sdk::Host&);
template sdk::Program build_estimate<float, double>(const sdk::Host&);
template sdk::Program build_estimate<double, double>(const sdk::Host&);
template class Estimate<float, float>;
template class Estimate<float, double>;
template class Estimate<double, double>;

}  // namespace ols::accelerator
