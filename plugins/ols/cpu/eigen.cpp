// The variant eigen-qr.cpu: Eigen's dense decompositions.
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/cpu/eigen_methods.hpp"

namespace ols::cpu {
namespace {

using assay::sdk::Task;

// One fit of a batch; b and digits receive the results.
template <class Real>
struct Job {
  MatrixView<Real> x;
  std::span<const Real> y;
  std::span<Real> b;
  double* digits;
  int threads;
  ScaledCopy<Real>* memory;  // for methods that copy X; kept between runs
};

template <class Real>
void store(const Fitted<Real>& fitted, const std::vector<double>& scale, const Job<Real>& job) {
  unscale(fitted.x.data(), scale, job.b.data());
  *job.digits = fitted.digits;
}

template <class Decomposition, class Real>
void fit_orthogonally(const Job<Real>& job) {
  job.memory->assign(job.x, job.threads);
  store(solve_orthogonally<Decomposition, Real>(*job.memory, job.y, job.threads), job.memory->scale,
        job);
}

template <class Cholesky, class Real>
void fit_normally(const Job<Real>& job) {
  const auto rows = static_cast<Eigen::Index>(job.x.rows);
  const auto columns = static_cast<Eigen::Index>(job.x.columns);
  const Eigen::Map<const Vector<Real>> y(job.y.data(), rows);
  const auto solve = [&](const auto& x) {
    const auto system = normal_equations<Real>(x, y, job.threads);
    store(solve_normally<Cholesky, Real>(system, job.x.rows, norm(job.y)), system.scale, job);
  };
  using ByRows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  if (job.x.by_rows()) {
    solve(Eigen::Map<const ByRows>(job.x.data, rows, columns));
  } else {
    solve(Eigen::Map<const Matrix<Real>>(job.x.data, rows, columns));
  }
}

template <class Real>
using Method = void (*)(const Job<Real>&);

// A new decomposition needs a line here and its name among the parameter's values.
template <class Real>
Method<Real> method_of(const std::string& name) {
  using M = Matrix<Real>;
  if (name == "householder") return fit_orthogonally<Eigen::HouseholderQR<M>, Real>;
  if (name == "column-pivoting") return fit_orthogonally<Eigen::ColPivHouseholderQR<M>, Real>;
  if (name == "complete-orthogonal") {
    return fit_orthogonally<Eigen::CompleteOrthogonalDecomposition<M>, Real>;
  }
  if (name == "normal-llt") return fit_normally<Eigen::LLT<M>, Real>;
  return fit_normally<Eigen::LDLT<M>, Real>;
}

// The fits of a batch are divided among the threads; a single fit's rows are instead.
template <class Real>
class EigenFit final : public assay::sdk::Trial {
 public:
  explicit EigenFit(const Task& task)
      : host_(task.host()),
        inputs_(task),
        outputs_(task, inputs_.shape()),
        method_(method_of<Real>(task.configuration().text("method"))),
        threads_(static_cast<int>(assay::sdk::threads_of(task))),
        memory_(inputs_.shape().batch > 1 ? static_cast<std::size_t>(threads_) : 1),
        failures_(memory_.size()) {}

  void run() override {
    const assay::sdk::Phase phase(host_, "fit");
    const auto workers = static_cast<int>(memory_.size());
    const std::size_t batch = inputs_.shape().batch;
#pragma omp parallel for num_threads(workers) schedule(static)
    for (int worker = 0; worker < workers; ++worker) {
      const auto own = static_cast<std::size_t>(worker);
      try {
        for (std::size_t k = own; k < batch; k += memory_.size()) {
          method_(job(k, memory_[own], workers > 1 ? 1 : threads_));
        }
      } catch (...) {  // must not leave the parallel region
        failures_[own] = std::current_exception();
      }
    }
    for (std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  }

 private:
  [[nodiscard]] Job<Real> job(std::size_t member, ScaledCopy<Real>& memory, int threads) {
    const std::size_t n = inputs_.shape().columns;
    return {inputs_.x(member),        inputs_.y(member), outputs_.b.subspan(member * n, n),
            &outputs_.digits[member], threads,           &memory};
  }

  assay::sdk::Host host_;
  Inputs<Real> inputs_;
  Outputs<Real> outputs_;
  Method<Real> method_;
  int threads_;
  std::vector<ScaledCopy<Real>> memory_;  // one for each concurrent fit
  std::vector<std::exception_ptr> failures_;
};

std::unique_ptr<assay::sdk::Trial> prepare(const Task& task) {
  return assay::sdk::prepare_by_precision<EigenFit>(task.input("X"), task);
}

void describe(assay::sdk::Plugin& plugin) {
  plugin.variant(
      {.name = "eigen-qr.cpu",
       .problem = "ols/fit",
       .doc =
           "Eigen's dense decompositions. Orthogonal ones work on a copy with scaled columns, with "
           "rows shared among threads as a tall skinny QR; normal equations work on X itself.",
       .backend = ASSAY_CPU,
       .parameters = {{"method",
                       "Householder QR without or with column pivoting, complete orthogonal "
                       "decomposition, or Cholesky of X^T X.",
                       {"householder", "column-pivoting", "complete-orthogonal", "normal-llt",
                        "normal-ldlt"}},
                      assay::sdk::threads_parameter()},
       .constraints = {assay::sdk::threads_constraint()},
       .prepare = prepare});
}

}  // namespace
}  // namespace ols::cpu

ASSAY_PLUGIN("ols-eigen", "0.1.0", ols::cpu::describe)
