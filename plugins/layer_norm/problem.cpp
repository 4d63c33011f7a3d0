// layer-norm/rows: its arguments, its numbers, and the expected result.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "layer_norm/layer_norm.hpp"
#include "numbers/numbers.hpp"

namespace layer_norm {
namespace {

using namespace assay::sdk;

// A type with so many more digits that errors of the reference do not count, and squares of numbers
// of the other type do not overflow.
template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, float>, double, long double>;

// What the definition says of a row, from its numbers one after another.
template <class Real>
struct Moments {
  Wide<Real> mean = 0;
  Wide<Real> variance = 0;
  Wide<Real> magnitude = 0;  // the mean of the absolute values
  Wide<Real> greatest = 0;   // of the absolute values

  explicit Moments(std::span<const Real> x) {
    const auto n = static_cast<Wide<Real>>(x.size());
    for (const Real number : x) {
      mean += number / n;
      magnitude += std::abs(number) / n;
      greatest = std::fmax(greatest, std::abs(Wide<Real>{number}));
    }
    for (const Real number : x) variance += (number - mean) * (number - mean) / n;
  }

  [[nodiscard]] bool is_finite() const {
    return std::isfinite(variance) && variance <= std::numeric_limits<Real>::max();
  }
  // Whether each order of operations finds the same of "the variance is finite": nothing on the way
  // to it can overflow, or the variance itself does, or numbers are not finite.
  [[nodiscard]] bool is_settled(std::size_t columns) const {
    constexpr Wide<Real> most = std::numeric_limits<Real>::max();
    const bool never_overflows = 4 * static_cast<Wide<Real>>(columns) * greatest * greatest <= most;
    return columns == 1 || never_overflows || !(variance <= 2 * most);
  }
};

template <class Real>
class Matrix : public Instance {
 public:
  Matrix(const rows::Extents& extents, const numbers::Source& source, double epsilon)
      : extents_(extents), epsilon_(static_cast<Real>(epsilon)) {
    const std::size_t shape[] = {extents.rows, extents.columns};
    x_ = source.take<Real>(shape);
    gamma_ = ordinary(source.take<Real>({&shape[1], 1}, 1));
    beta_ = ordinary(source.take<Real>({&shape[1], 1}, 2));
    require_settled();
    const auto n = static_cast<std::int64_t>(extents.columns);
    inputs_ = {matrix("x", x_.data()), dense_tensor("gamma", {n}, gamma_.data()),
               dense_tensor("beta", {n}, beta_.data())};
    outputs_ = {matrix("y", nullptr)};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    expected_.resize(x_.size());
    double error = 0;
    for (std::size_t i = 0; i < extents_.rows; ++i) error = std::max(error, expect_row(i));
    // The last addition, and the last digit of a result near the smallest normal number.
    const double epsilon = std::numeric_limits<Real>::epsilon();
    expectations_ = {
        {matrix("y", expected_.data()), error + std::numeric_limits<Real>::min(), 2 * epsilon}};
    return expectations_;
  }
  // Each element is read once and written once, and gamma and beta are read once: two additions, a
  // difference, three products and a sum.
  assay_work work() const override {
    const auto elements = static_cast<double>(x_.size());
    const auto columns = static_cast<double>(extents_.columns);
    return {.flops = 7 * elements,
            .bytes = sizeof(Real) * (2 * elements + 2 * columns),
            .element = element_of<Real>};
  }

 private:
  assay_tensor matrix(const char* name, const Real* data) const {
    return dense_tensor(
        name,
        {static_cast<std::int64_t>(extents_.rows), static_cast<std::int64_t>(extents_.columns)},
        data);
  }

  // Special numbers are for rows: gamma and beta have 1 in their place, so that no product
  // overflows.
  static std::vector<Real> ordinary(std::vector<Real> numbers) {
    for (Real& number : numbers) {
      if (!(std::abs(number) <= Real{0x1p20})) number = 1;
    }
    return numbers;
  }

  std::span<const Real> row(std::size_t i) const {
    return std::span<const Real>(x_).subspan(i * extents_.columns, extents_.columns);
  }

  void require_settled() const {
    for (std::size_t i = 0; i < extents_.rows; ++i) {
      if (Moments<Real>(row(i)).is_settled(extents_.columns)) continue;
      throw Error(ASSAY_DATA_ERROR,
                  "row " + std::to_string(i) +
                      " of x (counted from 0) has numbers so large that the order of operations "
                      "decides whether its variance overflows: scale it, or use precision = "
                      "\"double\"");
    }
  }

  // Sets the expected results of a row, and returns how far others may be from one of them.
  //
  // With u = epsilon / 2, a mean that is summed in any order is wrong by at most (n + 2) u times
  // the mean of the absolute values, which is `shift` standard deviations. A variance about such a
  // mean, or combined from parts with such means, has a relative error of 2 shift + shift^2 + (n +
  // 16) u at most, and its root half of that; what is multiplied by it is wrong by `shift` before.
  // That grows with the ratio of mean and standard deviation; what grows with its square, like the
  // error of a variance that is the difference of two means of squares, is not allowed for.
  double expect_row(std::size_t i) {
    const Moments<Real> moments(row(i));
    Real* const y = expected_.data() + i * extents_.columns;
    if (!moments.is_finite()) {
      std::fill_n(y, extents_.columns, std::numeric_limits<Real>::quiet_NaN());
      return 0;
    }
    const Wide<Real> scale = 1 / std::sqrt(moments.variance + epsilon_);
    const Wide<Real> units =
        static_cast<Wide<Real>>(extents_.columns + 16) * std::numeric_limits<Real>::epsilon() / 2;
    const Wide<Real> shift = units * moments.magnitude * scale;
    Wide<Real> worst = 0;
    for (std::size_t j = 0; j < extents_.columns; ++j) {
      const Wide<Real> normal = (x_[i * extents_.columns + j] - moments.mean) * scale;
      y[j] = static_cast<Real>(normal * gamma_[j] + beta_[j]);
      const Wide<Real> error = shift + std::abs(normal) * (shift + shift * shift + units);
      worst = std::max(worst, error * std::abs(gamma_[j]));
    }
    return static_cast<double>(worst);
  }

  rows::Extents extents_;
  Real epsilon_;
  std::vector<Real> x_;
  std::vector<Real> gamma_;
  std::vector<Real> beta_;
  std::vector<Real> expected_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  const rows::Extents extents(arguments);
  const numbers::Source source(host, arguments);
  const double epsilon = arguments.real("epsilon");
  if (!(epsilon >= 1e-30 && epsilon <= 1e30)) {
    throw Error(ASSAY_INVALID,
                "epsilon must be between 1e-30 and 1e30: the variance of a row of "
                "equal numbers is 0, and is divided by with epsilon added to it");
  }
  return numbers::create_by_precision<Matrix>(arguments, extents, source, epsilon);
}

}  // namespace

void describe_problem(Plugin& plugin) {
  auto arguments = rows::arguments(4096, 1024);
  arguments.push_back({"epsilon", "What is added to the variance of a row.", 1e-5});
  plugin.problem(
      {.name = "layer-norm/rows",
       .doc = "Layer normalisation (Ba, Kiros, Hinton, 2016): y[i, j] = (x[i, j] - mean_i) / "
              "sqrt(variance_i + epsilon) * gamma[j] + beta[j], with mean and variance of row i. A "
              "row whose variance is not finite is NaN throughout.",
       .arguments = numbers::arguments(std::move(arguments)),
       .tensors =
           {{"x", ASSAY_INPUT, "float or double [rows, columns]"},
            {"gamma", ASSAY_INPUT,
             "of the same type [columns]; drawn as x is, with 1 in place of numbers that are "
             "not finite or beyond 2^20"},
            {"beta", ASSAY_INPUT, "as gamma"},
            {"y", ASSAY_OUTPUT, "of the type and shape of x"}},
       .create = create});
}

}  // namespace layer_norm
