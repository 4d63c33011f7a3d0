// Householder reflections by cuSOLVER, or by cuBLAS for a batch.
#include <algorithm>
#include <utility>
#include <vector>

#include "ols/cublas/fit.hpp"
#include "ols/cublas/methods.hpp"
#include "ols/library/matrix.hpp"
#include "ols/library/triangle.hpp"
#include "ols/library/trust.hpp"

namespace ols::cublas {
namespace {

namespace sdk = assay::sdk;

template <class Real>
class Orthogonal final : public Fit<Real> {
 public:
  explicit Orthogonal(const sdk::Task& task)
      : Fit<Real>(task),
        a_(this->host(), shape().elements()),
        c_(this->host(), shape().batch * shape().rows),
        info_(this->host(), std::vector<int>(shape().batch, 0)) {
    if (shape().batch > 1) {
      a_addresses_ = this->addresses(this->pointer(a_), shape().rows * shape().columns);
      c_addresses_ = this->addresses(this->pointer(c_), shape().rows);
      return;
    }
    scales_ = {this->host(), shape().columns};
    room_ = {this->host(),
             std::max<std::size_t>(reflections_room(this->handles(), shape().rows, shape().columns,
                                                    this->pointer(a_), this->pointer(c_)),
                                   1)};
  }

  void run() override {
    {
      const sdk::Phase phase(this->host(), "copy");
      sdk::native_work(this->host(), nullptr, [&](void*) { load(); });
    }
    {
      const sdk::Phase phase(this->host(), "solve");
      sdk::native_work(this->host(), nullptr, [&](void*) { solve(); });
    }
    this->download();
  }

 private:
  [[nodiscard]] const Shape& shape() const { return Fit<Real>::shape(); }

  // Copies X and y: the routines overwrite their arguments, and accept columns only.
  void load() {
    const auto [m, n] = std::pair(shape().rows, shape().columns);
    const bool is_transposed = shape().by_rows && n > 1;  // a single column fits either layout
    Matrices<Real> x = this->x();
    x.leading = is_transposed ? n : m;
    copy(this->handles(), is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N, m, n * shape().batch, x,
         this->pointer(a_), m);
    copy(this->handles(), CUBLAS_OP_N, m, shape().batch, Matrices<Real>{this->y(), m},
         this->pointer(c_), m);
  }

  void solve() {
    const auto [m, n] = std::pair(shape().rows, shape().columns);
    if (shape().batch > 1) {
      reflections(this->handles(), m, n, this->pointer(a_addresses_), this->pointer(c_addresses_),
                  this->pointer(info_), shape().batch);
    } else {
      reflections(this->handles(), m, n, this->pointer(a_), this->pointer(scales_),
                  this->pointer(c_), this->pointer(room_), room_.size(), this->pointer(info_));
    }
    copy(this->handles(), CUBLAS_OP_N, n, shape().batch, Matrices<Real>{this->pointer(c_), m},
         this->pointer(this->b()), n);
  }

  void judge(std::span<const Real> b, std::span<double> digits) override {
    const auto [m, n] = std::pair(shape().rows, shape().columns);
    const std::vector<Real> triangles = download_triangles();
    std::vector<Real> right(c_.size());
    c_.read(right);
    for (std::size_t k = 0; k < digits.size(); ++k) {
      const auto own = std::span<const Real>(triangles).subspan(k * this->square(), this->square());
      const auto dependent =
          dependent_columns(own.data(), n, n, roundings(m, n) * unit_roundoff<Real>);
      if (!dependent.empty()) refuse_dependent_columns(dependent);
      const ScaledTriangle triangle(own, b.subspan(k * n, n));
      const Solved solved{m, n, triangle.inverse_norm(), triangle.solution_norm};
      const double residual = norm(std::span<const Real>(right).subspan(k * m + n, m - n));
      digits[k] = digits_of_orthogonal(solved, unit_roundoff<Real>, residual);
    }
  }

  // Returns the triangles, [batch][n, n]; below the diagonals are the reflections.
  [[nodiscard]] std::vector<Real> download_triangles() const {
    const std::size_t m = shape().rows;
    const std::size_t n = shape().columns;
    const sdk::Buffer<Real> packed(this->host(), shape().batch * this->square());
    sdk::native_work(this->host(), nullptr, [&](void*) {
      for (std::size_t k = 0; k < shape().batch; ++k) {
        copy(this->handles(), CUBLAS_OP_N, n, n, Matrices<Real>{this->pointer(a_) + k * m * n, m},
             this->pointer(packed) + k * this->square(), n);
      }
    });
    std::vector<Real> triangles(packed.size());
    packed.read(triangles);
    return triangles;
  }

  sdk::Buffer<Real> a_;  // [batch][n, m]: X by columns, then R and the reflections
  sdk::Buffer<Real> c_;  // [batch][m]: y, then b and the residual in the rotated space
  sdk::Buffer<int> info_;
  sdk::Buffer<Real> scales_;
  sdk::Buffer<Real> room_;
  sdk::Buffer<Real*> a_addresses_;
  sdk::Buffer<Real*> c_addresses_;
};

}  // namespace

std::unique_ptr<sdk::Trial> prepare_orthogonal(const sdk::Task& task) {
  return sdk::prepare_by_precision<Orthogonal>(task.input("X"), task);
}

}  // namespace ols::cublas
