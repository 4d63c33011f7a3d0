// Normal equations: products by cuBLAS, Cholesky by cuSOLVER.
#include <algorithm>
#include <utility>
#include <vector>

#include "ols/cublas/fit.hpp"
#include "ols/cublas/library.hpp"
#include "ols/cublas/methods.hpp"
#include "ols/library/trust.hpp"

namespace ols::cublas {
namespace {

namespace sdk = assay::sdk;

// TF32 keeps 10 bits after the point, and factors may be truncated to them.
constexpr double tf32_roundoff = 1.0 / 1024;

template <class Real>
class Cholesky final : public Fit<Real> {
 public:
  explicit Cholesky(const sdk::Task& task)
      : Fit<Real>(task),
        is_half_(task.configuration().text("method") == "syrk-potrf"),
        is_tf32_(task.configuration().text("math") == "tf32"),
        splits_(static_cast<std::size_t>(task.configuration().integer("splits"))),
        squares_(this->host(), shape().batch * this->square()),
        info_(this->host(), std::vector<int>(2 * shape().batch, 0)) {
    if (splits_ > 1) {
      partial_squares_ = {this->host(), splits_ * this->square()};
      partial_vectors_ = {this->host(), splits_ * shape().columns};
      ones_ = {this->host(), std::vector<Real>(splits_, Real{1})};
    }
    if (shape().batch > 1) {
      square_addresses_ = this->addresses(this->pointer(squares_), this->square());
      vector_addresses_ = this->addresses(this->pointer(this->b()), shape().columns);
    } else {
      room_ = {this->host(),
               std::max<std::size_t>(
                   cholesky_room(this->handles(), shape().columns, this->pointer(squares_)), 1)};
    }
    check(OLS_ROUTINE(cublasSetMathMode)(
              this->handles().blas(), is_tf32_ ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH),
          "cublasSetMathMode");
  }

  void run() override {
    {
      const sdk::Phase phase(this->host(), "products");
      sdk::native_work(this->host(), nullptr, [&](void*) { multiply(); });
    }
    {
      const sdk::Phase phase(this->host(), "solve");
      sdk::native_work(this->host(), nullptr, [&](void*) { solve(); });
    }
    this->download();
  }

 private:
  [[nodiscard]] const Shape& shape() const { return Fit<Real>::shape(); }
  [[nodiscard]] cublasOperation_t op() const { return shape().by_rows ? CUBLAS_OP_N : CUBLAS_OP_T; }

  void multiply() {
    const auto& on = this->handles();
    const auto [m, n] = std::pair(shape().rows, shape().columns);
    if (splits_ > 1) return multiply_splits();
    if (is_half_) {
      gram_half(on, op(), n, m, this->x(), this->pointer(squares_));
    } else {
      gram(on, op(), n, m, this->x(), Real{0}, this->pointer(squares_), shape().batch);
    }
    project(0, m, m, Real{0}, this->pointer(this->b()), shape().batch, m * n);
  }

  // Computes z = X^T y + beta z for each of `count` pieces of `rows` rows, from row `first` on.
  void project(std::size_t first, std::size_t rows, std::size_t y_between, Real beta, Real* z,
               std::size_t count, std::size_t x_between) {
    const std::size_t n = shape().columns;
    Matrices<Real> x = this->x(first);
    x.between = x_between;
    apply(this->handles(), op(), shape().by_rows ? n : rows, shape().by_rows ? rows : n, x,
          this->y() + first, y_between, beta, z, n, count);
  }

  // Multiplies pieces of the rows side by side, since one product with so long a sum and so few
  // columns cannot occupy the device; then adds up the pieces by a product with ones.
  void multiply_splits() {
    const auto& on = this->handles();
    const auto [m, n] = std::pair(shape().rows, shape().columns);
    const std::size_t piece = m / splits_;
    const std::size_t done = piece * splits_;
    Matrices<Real> x = this->x();
    x.between = shape().by_rows ? piece * n : piece;
    gram(on, op(), n, piece, x, Real{0}, this->pointer(partial_squares_), splits_);
    project(0, piece, piece, Real{0}, this->pointer(partial_vectors_), splits_, x.between);
    const auto add = [&](std::size_t size, Real* from, Real* to) {
      apply(on, CUBLAS_OP_N, size, splits_, Matrices<Real>{from, size}, this->pointer(ones_), 0,
            Real{0}, to, 0, 1);
    };
    add(this->square(), this->pointer(partial_squares_), this->pointer(squares_));
    add(n, this->pointer(partial_vectors_), this->pointer(this->b()));
    if (done == m) return;
    gram(on, op(), n, m - done, this->x(done), Real{1}, this->pointer(squares_), 1);
    project(done, m - done, 0, Real{1}, this->pointer(this->b()), 1, 0);
  }

  void solve() {
    const std::size_t n = shape().columns;
    if (shape().batch > 1) {
      cholesky(this->handles(), n, this->pointer(square_addresses_),
               this->pointer(vector_addresses_), this->pointer(info_), shape().batch);
    } else {
      cholesky(this->handles(), n, this->pointer(squares_), this->pointer(this->b()),
               this->pointer(room_), room_.size(), this->pointer(info_));
    }
  }

  [[nodiscard]] std::size_t additions() const {
    if (splits_ == 1) return shape().rows;
    return shape().rows / splits_ + splits_ + shape().rows % splits_;
  }

  void judge(std::span<const Real> b, std::span<double> digits) override {
    std::vector<Real> triangles(squares_.size());
    std::vector<int> info(info_.size());
    squares_.read(triangles);
    info_.read(info);
    const std::size_t n = shape().columns;
    for (std::size_t k = 0; k < digits.size(); ++k) {
      digits[k] = 0;
      if (info[k] != 0) continue;  // rounding left X^T X indefinite
      const ScaledTriangle triangle(
          std::span<const Real>(triangles).subspan(k * this->square(), this->square()),
          b.subspan(k * n, n));
      const Solved solved{additions(), n, triangle.inverse_norm(), triangle.solution_norm};
      digits[k] = digits_of_normal_equations(solved, unit_roundoff<Real>, this->target_norm(k),
                                             is_tf32_ ? tf32_roundoff : 0);
    }
  }

  bool is_half_;
  bool is_tf32_;
  std::size_t splits_;
  sdk::Buffer<Real> squares_;  // [batch][n, n]: X^T X, then its triangle
  sdk::Buffer<int> info_;      // [2 batch] statuses of factorisations, then of solutions
  sdk::Buffer<Real> partial_squares_;
  sdk::Buffer<Real> partial_vectors_;
  sdk::Buffer<Real> ones_;
  sdk::Buffer<Real*> square_addresses_;
  sdk::Buffer<Real*> vector_addresses_;
  sdk::Buffer<Real> room_;
};

}  // namespace

std::unique_ptr<sdk::Trial> prepare_cholesky(const sdk::Task& task) {
  return sdk::prepare_by_precision<Cholesky>(task.input("X"), task);
}

}  // namespace ols::cublas
