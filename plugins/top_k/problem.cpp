// top-k/rows: its arguments, its numbers, and the check of the result.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/saved_state.hpp"
#include "numbers/numbers.hpp"
#include "rows/matrix.hpp"
#include "top_k/top_k.hpp"

namespace top_k {
namespace {

using namespace assay::sdk;

// Matrices of fewer numbers are not worth a second thread.
constexpr std::size_t worth_threads = std::size_t{1} << 16;

// What tells the k largest numbers of a row from the others: the smallest of them, and how many are
// larger than that. Those and any of its equals are the k largest.
template <class Real>
struct Bound {
  Real smallest;
  std::uint32_t larger;
};

// The bound of a row, which is sorted here in part.
template <class Real>
Bound<Real> bound_of(std::span<Real> row, std::size_t k) {
  const auto numbers = std::partition(row.begin(), row.end(), [](Real x) { return std::isnan(x); });
  const auto nans = static_cast<std::size_t>(numbers - row.begin());
  if (nans >= k) return {std::numeric_limits<Real>::quiet_NaN(), 0};
  const auto kth = row.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(numbers, kth, row.end(), std::greater<>());
  const auto larger = std::count_if(row.begin(), kth, [&](Real x) { return !(x <= *kth); });
  return {*kth, static_cast<std::uint32_t>(larger)};
}

// The outputs for one row.
template <class Real>
struct Chosen {
  std::span<const Real> values;
  std::span<const std::uint32_t> places;
};

// Returns what is wrong with the choice from a row, or "". `seen` has an element for each column,
// all false, and is left so.
template <class Real>
std::string fault(std::span<const Real> x, const Chosen<Real>& chosen, const Bound<Real>& bound,
                  std::vector<bool>& seen) {
  std::string wrong;
  std::size_t larger = 0;
  std::size_t k = 0;
  for (; k < chosen.places.size() && wrong.empty(); ++k) {
    const std::uint32_t place = chosen.places[k];
    const Real value = chosen.values[k];
    if (place >= x.size()) {
      wrong = fmt::format("place {} is {}, but the row has {} columns", k, place, x.size());
      break;
    }
    if (seen[place]) {
      wrong = fmt::format("column {} is chosen twice, the second time at {}", place, k);
      break;
    }
    seen[place] = true;
    if (!(value == x[place] || (std::isnan(value) && std::isnan(x[place])))) {
      wrong =
          fmt::format("value {} is {}, but in column {} there is {}", k, value, place, x[place]);
    } else if (is_larger(bound.smallest, value)) {
      wrong = fmt::format("value {} is {}, but {} numbers are at least {}", k, value,
                          chosen.places.size(), bound.smallest);
    }
    if (is_larger(value, bound.smallest)) ++larger;
  }
  if (wrong.empty() && larger != bound.larger) {
    wrong = fmt::format("{} numbers are larger than {}, but only {} of them are chosen",
                        bound.larger, bound.smallest, larger);
  }
  for (const std::uint32_t place : chosen.places.first(k)) seen[place] = false;
  return wrong;
}

// Judges the choices from all rows of x; `bounds` has one for each row.
template <class Real>
Finding judge(std::span<const Real> x, std::span<const Bound<Real>> bounds,
              std::span<const assay_tensor> outputs) {
  const auto values = elements<const Real>(find_tensor(outputs, "values"));
  const auto places = elements<const std::uint32_t>(find_tensor(outputs, "places"));
  const std::size_t columns = x.size() / bounds.size();
  const std::size_t k = places.size() / bounds.size();
  std::vector<std::string> faults(bounds.size());
#pragma omp parallel if (x.size() >= worth_threads)
  {
    std::vector<bool> seen(columns, false);
#pragma omp for schedule(static)
    for (std::size_t row = 0; row < bounds.size(); ++row) {
      faults[row] = fault(x.subspan(row * columns, columns),
                          Chosen<Real>{values.subspan(row * k, k), places.subspan(row * k, k)},
                          bounds[row], seen);
    }
  }
  for (std::size_t row = 0; row < bounds.size(); ++row) {
    if (faults[row].empty()) continue;
    return {std::numeric_limits<double>::infinity(),
            fmt::format("the choice from row {}: {}", row, faults[row])};
  }
  return {0};
}

template <class Real>
class ChoiceCheck final : public Check {
 public:
  explicit ChoiceCheck(const SavedCheck& saved)
      : x_(elements<const Real>(find_tensor(saved.inputs, "x"))),
        bounds_(SavedStateReader(saved.state).next<Bound<Real>>()) {}

  Finding check(std::span<const assay_tensor> outputs) override {
    return judge(x_, bounds_, outputs);
  }

 private:
  std::span<const Real> x_;
  std::span<const Bound<Real>> bounds_;
};

template <class Real>
class Matrix final : public Instance {
 public:
  Matrix(const rows::Extents& extents, std::size_t k, const numbers::Source& source)
      : extents_(extents), k_(k), x_(source.take<Real>(std::array{extents.rows, extents.columns})) {
    const auto m = static_cast<std::int64_t>(extents.rows);
    const auto n = static_cast<std::int64_t>(extents.columns);
    const auto chosen = static_cast<std::int64_t>(k);
    inputs_ = {dense_tensor("x", {m, n}, x_.data())};
    outputs_ = {dense_tensor<Real>("values", {m, chosen}, nullptr),
                dense_tensor<std::uint32_t>("places", {m, chosen}, nullptr)};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    bounds_.resize(extents_.rows);
#pragma omp parallel if (x_.size() >= worth_threads)
    {
      std::vector<Real> row;
#pragma omp for schedule(static)
      for (std::size_t i = 0; i < bounds_.size(); ++i) {
        const auto own = std::span(x_).subspan(i * extents_.columns, extents_.columns);
        row.assign(own.begin(), own.end());
        bounds_[i] = bound_of(std::span(row), k_);
      }
    }
    return {};
  }
  Finding check(std::span<const assay_tensor> outputs) override {
    return judge(std::span<const Real>(x_), std::span<const Bound<Real>>(bounds_), outputs);
  }
  std::vector<std::byte> save_check() override {
    SavedStateWriter writer;
    writer.add(bounds_);
    return std::move(writer).bytes();
  }
  // Each number is read once, and compared with another one; what is chosen is written once.
  assay_work work() const override {
    const auto elements = static_cast<double>(x_.size());
    const auto chosen = static_cast<double>(extents_.rows * k_);
    return {.flops = elements,
            .bytes = sizeof(Real) * elements + (sizeof(Real) + 4.0) * chosen,
            .element = element_of<Real>};
  }

 private:
  rows::Extents extents_;
  std::size_t k_;
  std::vector<Real> x_;
  std::vector<Bound<Real>> bounds_;  // [rows]
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  constexpr std::int64_t most = 1024;
  const rows::Extents extents(arguments);
  const std::int64_t k = arguments.integer("k");
  if (k < 1 || k > most || static_cast<std::size_t>(k) > extents.columns) {
    throw Error(
        ASSAY_INVALID,
        fmt::format("k is {}, but must be from 1 to {}, {}", k,
                    std::min(static_cast<std::int64_t>(extents.columns), most),
                    extents.columns < most ? "the number of columns" : "the most there is"));
  }
  return numbers::create_by_precision<Matrix>(arguments, extents, static_cast<std::size_t>(k),
                                              numbers::Source(host, arguments));
}

std::unique_ptr<Check> restore(const Host& /*host*/, const Bindings& arguments,
                               const SavedCheck& saved) {
  return numbers::by_precision(arguments, [&]<class Real>() -> std::unique_ptr<Check> {
    return std::make_unique<ChoiceCheck<Real>>(saved);
  });
}

}  // namespace

void describe_problem(Plugin& plugin) {
  auto arguments = rows::arguments(1024, 16384);
  arguments.push_back({"k",
                       "How many numbers of a row are chosen: from 1 to 1024, at most all.",
                       32,
                       {},
                       between(1, 100)});
  plugin.problem(
      {.name = "top-k/rows",
       .doc =
           "The k largest numbers of each row and their columns, in any order. NaN is larger than "
           "all numbers, NaNs are equal, and so are zeros of either sign. Of equal numbers any "
           "may be chosen.",
       .arguments = numbers::arguments(std::move(arguments)),
       .tensors = {{"x", ASSAY_INPUT, "float or double [rows, columns]"},
                   {"values", ASSAY_OUTPUT, "of the same type [rows, k]: the numbers chosen"},
                   {"places", ASSAY_OUTPUT, "u32 [rows, k]: their columns, in the same order"}},
       .create = create,
       .checks = true,
       .restore_check = restore});
}

}  // namespace top_k
