// The problem ols/fit through its C functions, and an independent solution of its instances.
#pragma once

#include <Eigen/QR>
#include <map>
#include <string>

#include "plugins/ols/problem/problem.hpp"
#include "tests/plugins/host/fake_host.hpp"

namespace testing {

using Given = std::map<std::string, assay::sdk::Value>;
using testing::FakeHost;

// An instance on a host of its own.
struct Fit {
  explicit Fit(const Given& given) : created(host, problem(), given) {}

  static const assay_problem& problem() { return problem_of(ols::describe_problem, "ols/fit"); }

  // The matrix X of one fit, in long double.
  template <class Real>
  Eigen::Matrix<long double, -1, -1> x(std::int64_t member = 0) {
    const assay_tensor& t = created.inputs()[0];
    const auto* data = static_cast<const Real*>(t.data) + member * t.stride[0];
    Eigen::Matrix<long double, -1, -1> result(t.shape[1], t.shape[2]);
    for (std::int64_t i = 0; i < t.shape[1]; ++i) {
      for (std::int64_t j = 0; j < t.shape[2]; ++j) {
        result(i, j) = data[i * t.stride[1] + j * t.stride[2]];
      }
    }
    return result;
  }
  template <class Real>
  Eigen::Matrix<long double, -1, 1> y(std::int64_t member = 0) {
    const assay_tensor& t = created.inputs()[1];
    const auto* data = static_cast<const Real*>(t.data) + member * t.stride[0];
    Eigen::Matrix<long double, -1, 1> result(t.shape[1]);
    for (std::int64_t i = 0; i < t.shape[1]; ++i) result(i) = data[i];
    return result;
  }
  // The solution by Householder reflections in long double.
  template <class Real>
  Eigen::Matrix<long double, -1, 1> solution(std::int64_t member = 0) {
    return x<Real>(member).householderQr().solve(y<Real>(member));
  }

  // Judges coefficients b of all fits, each trusted to `digits` digits.
  template <class Real>
  double check(const std::vector<Real>& b, double digits) {
    const assay_tensor& t = created.inputs()[0];
    const std::vector<double> trusted(static_cast<std::size_t>(t.shape[0]), digits);
    const std::array outputs{
        assay::sdk::dense_tensor("b", {t.shape[0], t.shape[2]}, b.data()),
        assay::sdk::dense_tensor("trusted_digits", {t.shape[0]}, trusted.data())};
    host.failure.clear();
    return created.check(outputs);
  }
  double fact(const std::string& name) { return host.trial_facts.at(name); }

  FakeHost host;
  testing::CreatedInstance created;
};

template <class Real>
std::vector<Real> rounded(const Eigen::Matrix<long double, -1, 1>& b) {
  std::vector<Real> result;
  for (const long double v : b) result.push_back(static_cast<Real>(v));
  return result;
}

template <class Real>
constexpr const char* precision_of = std::is_same_v<Real, float> ? "float" : "double";

}  // namespace testing
