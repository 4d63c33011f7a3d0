#include "ols/accelerator/orthogonal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::size_t orthogonal_group = 128;  // as in orthogonalise.kernel
constexpr std::size_t most_residual_blocks = 528;

}  // namespace

sdk::Program build_orthogonal(const sdk::Task& task) {
  return sdk::build(task.host(), "ols/orthogonalise.kernel", input_options(task, ASSAY_CUDA));
}

template <class Real>
Orthogonal<Real>::Orthogonal(const sdk::Task& task, const NormalEquations<Real, Real>& equations)
    : host_(task.host()),
      equations_(equations),
      shape_(equations.plan().shape()),
      products_(task),
      cholesky_(host_, shape_, products_.plan().splits()),
      second_(host_, shape_),
      estimate_(host_, shape_),
      program_(build_orthogonal(task)),
      orthogonalise_(program_.kernel("orthogonalise")),
      take_(program_.kernel("take_solution")),
      residual_(program_.kernel("residual_squares")),
      squares_(host_, shape_.batch * most_residual_blocks) {}

template <class Real>
void Orthogonal<Real>::apply(const sdk::Buffer<Real>& x, const sdk::Buffer<Real>& y) {
  const auto rows = static_cast<std::uint32_t>(shape_.rows);
  const auto columns = static_cast<std::uint32_t>(shape_.columns);
  const Factored<Real, Real>& first = equations_.factored();
  if (q_.size() == 0) q_ = {host_, shape_.elements()};
  {
    const sdk::Phase phase(host_, "orthogonalise");
    orthogonalise_.launch<2>({rounded_up(shape_.rows, orthogonal_group), shape_.batch},
                             {orthogonal_group, 1}, x, rows, columns, first.scales, first.triangles,
                             q_);
  }
  {
    const sdk::Phase phase(host_, "products of Q");
    products_.apply(q_, y);
  }
  const sdk::Phase phase(host_, "solve again");
  cholesky_.apply(products_.partial(), second_);
  take_.launch<2>({rounded_up(shape_.columns, orthogonal_group), shape_.batch},
                  {orthogonal_group, 1}, second_.b, columns, first.triangles);
  cholesky_.substitute(first);
}

template <class Real>
std::vector<double> Orthogonal<Real>::residual_norms(const sdk::Buffer<Real>& x,
                                                     const sdk::Buffer<Real>& y) {
  const std::size_t blocks =
      std::min(quotient_up(shape_.rows, orthogonal_group), most_residual_blocks);
  residual_.launch<2>({blocks * orthogonal_group, shape_.batch}, {orthogonal_group, 1}, x, y,
                      static_cast<std::uint32_t>(shape_.rows),
                      static_cast<std::uint32_t>(shape_.columns), equations_.factored().b,
                      squares_);
  std::vector<double> squares(shape_.batch * blocks);
  squares_.read(squares);
  std::vector<double> norms;
  for (std::size_t k = 0; k < shape_.batch; ++k) {
    const std::span<const double> own(squares.data() + k * blocks, blocks);
    norms.push_back(std::sqrt(std::accumulate(own.begin(), own.end(), 0.0)));
  }
  return norms;
}

// Row by row, Q R = A holds as well as for a backward stable method. The normal equations of Q add
// their own error, which R^-1 carries into x once.
template <class Real>
std::vector<double> Orthogonal<Real>::digits(const sdk::Buffer<Real>& x, const sdk::Buffer<Real>& y,
                                             std::span<const double> target_norms) {
  const auto rests = residual_norms(x, y);
  const auto of_q = estimate_.of(second_);
  const auto of_a = equations_.norms();
  const SymmetricPlan& plan = products_.plan();
  const std::size_t additions = plan.additions(plan.rows_per_split());
  std::vector<double> digits;
  for (std::size_t k = 0; k < shape_.batch; ++k) {
    const Solved solved{additions, shape_.columns, of_a[k].inverse_norm * of_q[k].inverse_norm,
                        of_a[k].solution_norm};
    const double c_error =
        error_of_products(of_q[k], plan, additions, target_norms[k]) * of_q[k].solution_norm;
    digits.push_back(ols::digits_of(error_of_orthogonal(solved, unit_roundoff<Real>, rests[k]) +
                                    of_a[k].inverse_norm * c_error / of_a[k].solution_norm));
  }
  return digits;
}

template class Orthogonal<float>;
template class Orthogonal<double>;

}  // namespace ols::accelerator
