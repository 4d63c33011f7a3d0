// The variant openblas.cpu: LAPACK's drivers in OpenBLAS.
#include <cblas.h>
#include <fmt/format.h>
#include <lapacke.h>

#include <memory>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/cpu/lapack.hpp"
#include "ols/cpu/scaling.hpp"
#include "ols/library/inputs.hpp"
#include "ols/library/triangle.hpp"
#include "ols/library/trust.hpp"

namespace ols::cpu {
namespace {

using assay::sdk::Error;
using assay::sdk::Task;

// The data of one fit; kept from fit to fit to reuse its memory.
template <class Real>
struct Workspace {
  ScaledCopy<Real> copy;       // A, overwritten by the drivers
  std::vector<Real> right;     // y, then x followed by what the drivers leave
  std::vector<Real> products;  // A^T A, then its triangle
  std::vector<double> scale;   // [columns]
  std::vector<Real> singular;  // singular values of A
};

int dimension(std::size_t size) {
  if (size > INT32_MAX) throw Error(ASSAY_UNSUPPORTED, "this LAPACK counts in 32 bits");
  return static_cast<int>(size);
}

template <class Real>
double residual_behind(const std::vector<Real>& right, std::size_t columns) {
  return norm(std::span<const Real>(right).subspan(columns));
}

template <class Real>
void load(const MatrixView<Real>& x, std::span<const Real> y, int threads, Workspace<Real>& w) {
  w.copy.assign(x, threads);
  w.scale = w.copy.scale;
  w.right.assign(y.begin(), y.end());
}

// Fits by QR (gels). Leaves x and, after it, the residual's coordinates in `right`.
template <class Real>
double fit_gels(const MatrixView<Real>& x, std::span<const Real> y, int threads,
                Workspace<Real>& w) {
  load(x, y, threads, w);
  const int status =
      lapack::gels(dimension(x.rows), dimension(x.columns), w.copy.a.data(), w.right.data());
  const auto dependent = dependent_columns(w.copy.a.data(), x.columns, x.rows,
                                           roundings(x.rows, x.columns) * unit_roundoff<Real>);
  if (status != 0 && dependent.empty()) {
    throw Error(ASSAY_INTERNAL, fmt::format("gels returned {}", status));
  }
  if (!dependent.empty()) refuse_dependent_columns(dependent);
  const Solved solved{x.rows, x.columns, inverse_norm(w.copy.a.data(), x.columns, x.rows),
                      norm(std::span<const Real>(w.right).first(x.columns))};
  return digits_of_orthogonal(solved, unit_roundoff<Real>, residual_behind(w.right, x.columns));
}

// Fits by singular values, by divide and conquer (gelsd).
template <class Real>
double fit_gelsd(const MatrixView<Real>& x, std::span<const Real> y, int threads,
                 Workspace<Real>& w) {
  load(x, y, threads, w);
  w.singular.resize(x.columns);
  int rank = 0;
  const int status = lapack::gelsd(dimension(x.rows), dimension(x.columns), w.copy.a.data(),
                                   w.right.data(), w.singular.data(), &rank);
  if (status != 0) throw Error(ASSAY_INTERNAL, fmt::format("gelsd returned {}", status));
  if (static_cast<std::size_t>(rank) < x.columns) {
    throw Error(ASSAY_INVALID, fmt::format("X does not have full rank: to this precision {} of its "
                                           "{} columns depend on the others; gels names them",
                                           x.columns - static_cast<std::size_t>(rank), x.columns));
  }
  const Solved solved{x.rows, x.columns, 1 / static_cast<double>(w.singular.back()),
                      norm(std::span<const Real>(w.right).first(x.columns))};
  return digits_of_orthogonal(solved, unit_roundoff<Real>, residual_behind(w.right, x.columns));
}

// Fits by normal equations (syrk, potrf) on X itself, in either layout.
template <class Real>
double fit_normal(const MatrixView<Real>& x, std::span<const Real> y, int /*threads*/,
                  Workspace<Real>& w) {
  const std::size_t n = x.columns;
  w.products.assign(n * n, 0);
  w.right.assign(n, 0);
  for (std::size_t first = 0; first < x.rows; first += rows_summed_at_a_time) {
    MatrixView<Real> part = x;
    part.data += first * x.row_stride;
    part.rows = std::min(rows_summed_at_a_time, x.rows - first);
    lapack::add_upper_products(part, w.products.data());
    lapack::add_transposed_product(part, y.data() + first, w.right.data());
  }
  w.scale.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    w.scale[j] = power_of_two_for(std::sqrt(static_cast<double>(w.products[j * n + j])));
    w.right[j] *= static_cast<Real>(w.scale[j]);
    for (std::size_t i = 0; i <= j; ++i) {
      w.products[j * n + i] *= static_cast<Real>(w.scale[i] * w.scale[j]);
    }
  }
  if (lapack::cholesky_solve(dimension(n), w.products.data(), w.right.data()) != 0) {
    w.right.assign(n, 0);  // rounding left X^T X indefinite
    return 0;
  }
  const Solved solved{additions_in_parts(x.rows), n, inverse_norm(w.products.data(), n, n),
                      norm(std::span<const Real>(w.right))};
  return digits_of_normal_equations(solved, unit_roundoff<Real>, norm(y));
}

template <class Real>
using Method = double (*)(const MatrixView<Real>&, std::span<const Real>, int, Workspace<Real>&);

template <class Real>
Method<Real> method_of(const std::string& name) {
  if (name == "gels") return fit_gels<Real>;
  if (name == "gelsd") return fit_gelsd<Real>;
  return fit_normal<Real>;
}

template <class Real>
class LapackFit final : public assay::sdk::Trial {
 public:
  explicit LapackFit(const Task& task)
      : host_(task.host()),
        inputs_(task),
        outputs_(task, inputs_.shape()),
        method_(method_of<Real>(task.configuration().text("method"))),
        threads_(static_cast<int>(assay::sdk::threads_of(task))) {}

  void run() override {
    const assay::sdk::Phase phase(host_, "fit");
    openblas_set_num_threads(threads_);
    const std::size_t n = inputs_.shape().columns;
    for (std::size_t k = 0; k < inputs_.shape().batch; ++k) {
      outputs_.digits[k] = method_(inputs_.x(k), inputs_.y(k), threads_, workspace_);
      unscale(workspace_.right.data(), workspace_.scale, outputs_.b.data() + k * n);
    }
  }

 private:
  assay::sdk::Host host_;
  Inputs<Real> inputs_;
  Outputs<Real> outputs_;
  Method<Real> method_;
  int threads_;
  Workspace<Real> workspace_;
};

std::unique_ptr<assay::sdk::Trial> prepare(const Task& task) {
  return assay::sdk::prepare_by_precision<LapackFit>(task.input("X"), task);
}

void describe(assay::sdk::Plugin& plugin) {
  plugin.variant({.name = "openblas.cpu",
                  .problem = "ols/fit",
                  .doc = "LAPACK's drivers in OpenBLAS, one fit of a batch after the other.",
                  .backend = ASSAY_CPU,
                  .parameters = {{"method",
                                  "QR (gels), singular values (gelsd), or Cholesky of X^T X (syrk, "
                                  "potrf).",
                                  {"gels", "gelsd", "normal"}},
                                 assay::sdk::threads_parameter()},
                  .constraints = {assay::sdk::threads_constraint()},
                  .prepare = prepare});
}

}  // namespace
}  // namespace ols::cpu

ASSAY_PLUGIN("ols-openblas", "0.1.0", ols::cpu::describe)
