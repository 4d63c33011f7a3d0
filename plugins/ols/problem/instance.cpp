#include "ols/problem/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "assay/saved_state.hpp"
#include "ols/library/judgement.hpp"
#include "ols/problem/arguments.hpp"
#include "ols/problem/sources.hpp"

namespace ols {
namespace {

using assay::sdk::dense_tensor;
using assay::sdk::Fact;
using assay::sdk::Finding;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The verdict on one fit, or the worst of several.
struct Verdict {
  Accuracy accuracy{0, 0};
  double trusted = infinity;    // digits
  double certified = infinity;  // digits that agree with certified coefficients
  Finding finding{0};

  void merge(Verdict other) {
    accuracy.forward = std::max(accuracy.forward, other.accuracy.forward);
    accuracy.backward = std::max(accuracy.backward, other.accuracy.backward);
    trusted = std::min(trusted, other.trusted);
    certified = std::min(certified, other.certified);
    if (other.finding.error > finding.error) finding = std::move(other.finding);
  }
};

// X of fit `member`, given the address of the first fit's X.
template <class Real>
MatrixView<Real> x_of(const Arguments& arguments, const Real* x, std::size_t member) {
  return {x + member * arguments.rows * arguments.columns, arguments.rows, arguments.columns,
          arguments.by_rows ? arguments.columns : 1, arguments.by_rows ? 1 : arguments.rows};
}
template <class Real>
std::span<const Real> y_of(const Arguments& arguments, const Real* y, std::size_t member) {
  return {y + member * arguments.rows, arguments.rows};
}

// The check of fits. Borrows X, y, solutions and certified coefficients.
template <class Real>
class FitCheck final : public assay::sdk::Check {
 public:
  FitCheck(const assay::sdk::Host& host, const Arguments& arguments, const Real* x, const Real* y,
           std::span<const Solution> solutions, std::span<const double> certified)
      : host_(host),
        arguments_(arguments),
        x_(x),
        y_(y),
        solutions_(solutions),
        certified_(certified) {}

  Finding check(std::span<const assay_tensor> outputs) override {
    const auto b = assay::sdk::elements<const Real>(assay::sdk::find_tensor(outputs, "b"));
    const auto digits =
        assay::sdk::elements<const double>(assay::sdk::find_tensor(outputs, "trusted_digits"));
    Verdict worst;
    for (std::size_t k = 0; k < arguments_.batch; ++k) {
      worst.merge(judge_fit(k, b.subspan(k * arguments_.columns, arguments_.columns), digits[k]));
    }
    host_.trial_fact("forward_error", worst.accuracy.forward);
    host_.trial_fact("backward_error", worst.accuracy.backward);
    host_.trial_fact("trusted_digits", worst.trusted);
    if (!certified_.empty()) host_.trial_fact("certified_digits", worst.certified);
    return worst.finding;
  }

 private:
  [[nodiscard]] MatrixView<Real> x(std::size_t member) const {
    return x_of(arguments_, x_, member);
  }
  [[nodiscard]] std::span<const Real> y(std::size_t member) const {
    return y_of(arguments_, y_, member);
  }

  [[nodiscard]] Verdict judge_fit(std::size_t member, std::span<const Real> b,
                                  double digits) const {
    Verdict verdict{.trusted = std::isfinite(digits) ? digits : 0};
    const auto strange = std::ranges::find_if_not(b, [](Real v) { return std::isfinite(v); });
    if (strange == b.end()) {
      const Solution& solution = solutions_[member];
      verdict.accuracy =
          judge<Wide<Real>, Real>(x(member), y(member), b, solution.b, solution.rest);
      for (std::size_t j = 0; j < certified_.size(); ++j) {
        verdict.certified =
            std::min(verdict.certified, agreeing_digits(static_cast<double>(b[j]), certified_[j]));
      }
    } else {
      verdict.accuracy = {infinity, infinity};
    }
    verdict.finding = compare(member, verdict, digits);
    if (verdict.finding.error > 1 && arguments_.batch > 1) {
      verdict.finding.reason = fmt::format("fit {}: {}", member, verdict.finding.reason);
    }
    return verdict;
  }

  // Compares the promised digits with the accuracy found.
  [[nodiscard]] Finding compare(std::size_t member, const Verdict& verdict, double digits) const {
    if (!(digits >= arguments_.digits)) {  // NaN as well
      return {infinity,
              fmt::format("the method itself vouches for only {:.3g} digits of its b, but {:.3g} "
                          "are asked for: X is too ill-conditioned for it in {}",
                          digits, arguments_.digits, arguments_.precision)};
    }
    const double promised = std::pow(10, -digits);
    const double uncertainty = solutions_[member].uncertainty;
    if (!(uncertainty <= promised / 2)) {
      return {infinity, fmt::format("the method vouches for {:.3g} digits of its b, but X and y in "
                                    "{} do not determine that many",
                                    digits, arguments_.precision)};
    }
    const Accuracy& found = verdict.accuracy;
    const double error = std::max(found.forward, found.backward) / promised;
    if (error <= 1) return {error};
    return {error,
            fmt::format("the method vouches for {:.3g} digits of its b, that is {:.3g}, but the "
                        "error of b is {:.3g}, and |X^T (y - X b)| is {:.3g} of what it could be",
                        digits, promised, found.forward, found.backward)};
  }

  assay::sdk::Host host_;
  Arguments arguments_;
  const Real* x_;
  const Real* y_;
  std::span<const Solution> solutions_;  // one for each fit
  std::span<const double> certified_;
};

// The check in a process that did not create the instance.
template <class Real>
class RestoredFitCheck final : public assay::sdk::Check {
 public:
  RestoredFitCheck(const assay::sdk::Host& host, const Arguments& arguments,
                   const assay::sdk::SavedCheck& saved)
      : host_(host),
        arguments_(arguments),
        x_(static_cast<const Real*>(assay::sdk::find_tensor(saved.inputs, "X").data)),
        y_(static_cast<const Real*>(assay::sdk::find_tensor(saved.inputs, "y").data)) {
    assay::sdk::SavedStateReader state(saved.state);
    certified_ = state.next<double>();
    for (std::size_t k = 0; k < arguments.batch; ++k) {
      const auto b = state.next<double>();
      const auto rest = state.next<double>();
      solutions_.push_back(
          {{b.begin(), b.end()}, {rest.begin(), rest.end()}, state.next_one<double>()});
    }
  }

  Finding check(std::span<const assay_tensor> outputs) override {
    return FitCheck<Real>(host_, arguments_, x_, y_, solutions_, certified_).check(outputs);
  }

 private:
  assay::sdk::Host host_;
  Arguments arguments_;
  const Real* x_;
  const Real* y_;
  std::vector<Solution> solutions_;
  std::span<const double> certified_;
};

template <class Real>
class FitInstance final : public assay::sdk::Instance {
 public:
  FitInstance(const assay::sdk::Host& host, const Arguments& arguments)
      : host_(host),
        arguments_(arguments),
        source_(make_source<Real>(arguments)),
        certified_(source_->certified()),
        x_(arguments.batch * arguments.rows * arguments.columns),
        y_(arguments.batch * arguments.rows) {
    for (std::size_t k = 0; k < arguments.batch; ++k) {
      source_->fill(k, x(k), x_.data() + k * arguments_.rows * arguments_.columns,
                    y_.data() + k * arguments_.rows);
    }
    const auto batch = static_cast<std::int64_t>(arguments.batch);
    const auto rows = static_cast<std::int64_t>(arguments.rows);
    const auto columns = static_cast<std::int64_t>(arguments.columns);
    inputs_ = {dense_tensor("X", {batch, rows, columns}, x_.data()),
               dense_tensor("y", {batch, rows}, y_.data())};
    if (!arguments.by_rows) {
      inputs_[0].stride[1] = 1;
      inputs_[0].stride[2] = rows;
    }
    outputs_ = {dense_tensor<Real>("b", {batch, columns}, nullptr),
                dense_tensor<double>("trusted_digits", {batch}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // The work of the cheapest direct method: half of X^T X, X^T y, and a Cholesky factorisation of
  // n^3 / 3 operations. X and y are read once.
  [[nodiscard]] assay_work work() const override {
    const auto m = static_cast<double>(arguments_.rows);
    const auto n = static_cast<double>(arguments_.columns);
    const auto fits = static_cast<double>(arguments_.batch);
    return {.flops = fits * (m * n * (n + 1) + 2 * m * n + n * n * n / 3),
            .bytes = fits * (m * n + m + n) * sizeof(Real),
            .element = assay::sdk::element_of<Real>};
  }

  [[nodiscard]] std::vector<Fact> facts() const override {
    return {{"observations", static_cast<double>(arguments_.rows)},
            {"features", static_cast<double>(arguments_.columns)},
            {"fits", static_cast<double>(arguments_.batch)}};
  }

  std::span<const assay_expectation> reference() override {
    for (std::size_t k = solutions_.size(); k < arguments_.batch; ++k) {
      solutions_.push_back(source_->solve(k, x(k), y(k)));
    }
    return {};
  }

  Finding check(std::span<const assay_tensor> outputs) override {
    static_cast<void>(reference());
    return FitCheck<Real>(host_, arguments_, x_.data(), y_.data(), solutions_, certified_)
        .check(outputs);
  }

  std::vector<std::byte> save_check() override {
    assay::sdk::SavedStateWriter state;
    state.add(certified_);
    for (const Solution& solution : solutions_) {
      state.add(solution.b).add(solution.rest).add_one(solution.uncertainty);
    }
    return std::move(state).bytes();
  }

 private:
  [[nodiscard]] MatrixView<Real> x(std::size_t member) const {
    return x_of(arguments_, x_.data(), member);
  }
  [[nodiscard]] std::span<const Real> y(std::size_t member) const {
    return y_of(arguments_, y_.data(), member);
  }

  assay::sdk::Host host_;
  Arguments arguments_;
  std::unique_ptr<Source<Real>> source_;
  std::vector<double> certified_;
  std::vector<Real> x_;
  std::vector<Real> y_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<Solution> solutions_;  // filled by reference()
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_fit(const assay::sdk::Host& host,
                                                 const assay::sdk::Bindings& bound) {
  const Arguments arguments(bound);
  if (arguments.precision == "float") return std::make_unique<FitInstance<float>>(host, arguments);
  return std::make_unique<FitInstance<double>>(host, arguments);
}

std::unique_ptr<assay::sdk::Check> restore_fit_check(const assay::sdk::Host& host,
                                                     const assay::sdk::Bindings& bound,
                                                     const assay::sdk::SavedCheck& saved) {
  const Arguments arguments(bound);
  if (arguments.precision == "float") {
    return std::make_unique<RestoredFitCheck<float>>(host, arguments, saved);
  }
  return std::make_unique<RestoredFitCheck<double>>(host, arguments, saved);
}

}  // namespace ols
