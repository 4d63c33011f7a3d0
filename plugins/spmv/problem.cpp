// spmv/csr: its arguments, its matrix and vector, and what its rows come to.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/expected_elements.hpp"
#include "numbers/numbers.hpp"
#include "spmv/pattern.hpp"
#include "spmv/row_sum.hpp"
#include "spmv/spmv.hpp"

namespace spmv {
namespace {

using namespace assay::sdk;

// Numbers of an instance that are drawn from one seed: see numbers::Source::take. Stream 0 would be
// read from the file, which here is a matrix.
enum Stream : std::uint64_t { length_stream = 1, column_stream, entry_stream, x_stream };

// Matrices of fewer entries are not worth a second thread.
constexpr std::size_t worth_threads = std::size_t{1} << 16;

template <class Real>
class Product final : public Instance {
 public:
  Product(Pattern pattern, std::vector<Real> entries, std::vector<Real> x)
      : pattern_(std::move(pattern)), entries_(std::move(entries)), x_(std::move(x)) {
    const auto extent = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    const std::int64_t rows = extent(pattern_.rows());
    inputs_ = {dense_tensor("offsets", {rows + 1}, pattern_.offsets.data()),
               dense_tensor("columns", {extent(entries_.size())}, pattern_.columns.data()),
               dense_tensor("entries", {extent(entries_.size())}, entries_.data()),
               dense_tensor("x", {extent(x_.size())}, x_.data())};
    outputs_ = {dense_tensor<Real>("y", {rows}, nullptr)};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    if (expectations_.empty()) {
      sum_rows();
      const auto rows = static_cast<std::int64_t>(pattern_.rows());
      expectations_ = {{dense_tensor("y", {rows}, expected_.numbers()), 0, 0}};
      tolerances_ = {dense_tensor("tolerances of y", {rows}, expected_.tolerances())};
    }
    return expectations_;
  }
  std::span<const assay_tensor> element_tolerances() override { return tolerances_; }

  // Everything is read or written once: of x, the elements in whose columns there are entries.
  assay_work work() const override {
    const auto entries = static_cast<double>(pattern_.entries());
    const auto rows = static_cast<double>(pattern_.rows());
    return {.flops = 2 * entries,
            .bytes = (sizeof(Real) + 4.0) * entries + 4 * (rows + 1) +
                     sizeof(Real) * (rows + static_cast<double>(columns_used())),
            .element = element_of<Real>};
  }
  std::vector<Fact> facts() const override {
    std::uint32_t longest = 0;
    std::size_t empty = 0;
    for (std::size_t i = 0; i < pattern_.rows(); ++i) {
      const std::uint32_t length = pattern_.offsets[i + 1] - pattern_.offsets[i];
      longest = std::max(longest, length);
      empty += length == 0 ? 1 : 0;
    }
    return {{"matrix_rows", static_cast<double>(pattern_.rows())},
            {"matrix_columns", static_cast<double>(pattern_.matrix_columns)},
            {"entries", static_cast<double>(pattern_.entries())},
            {"longest_row", static_cast<double>(longest)},
            {"empty_rows", static_cast<double>(empty)}};
  }

 private:
  // Each row has a tolerance of its own: one for all rows would let short rows pass without a right
  // digit.
  void sum_rows() {
    expected_ = ExpectedElements<Real>(pattern_.rows());
#pragma omp parallel for schedule(dynamic, 1024) if (entries_.size() >= worth_threads)
    for (std::size_t i = 0; i < pattern_.rows(); ++i) {
      RowSum<Real> sum;
      for (std::uint32_t k = pattern_.offsets[i]; k < pattern_.offsets[i + 1]; ++k) {
        sum.add(entries_[k], x_[pattern_.columns[k]]);
      }
      expected_.set(i, sum.value(), sum.tolerance());
    }
  }
  std::size_t columns_used() const {
    std::vector<bool> used(pattern_.matrix_columns, false);
    for (const std::uint32_t column : pattern_.columns) used[column] = true;
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
  }

  Pattern pattern_;
  std::vector<Real> entries_;
  std::vector<Real> x_;
  ExpectedElements<Real> expected_;
  std::vector<assay_expectation> expectations_;
  std::vector<assay_tensor> tolerances_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

// Rows and entries are counted together, by merge-based variants, in 31 bits.
void require_countable(double rows, double columns, double entries) {
  constexpr double most = 0x7fffffff;
  if (rows + entries <= most && columns <= most) return;
  throw Error(
      ASSAY_INVALID,
      fmt::format("a matrix of {:.0f} rows, {:.0f} columns and {:.0f} entries is too large: "
                  "rows and entries together must be below 2^31, and so must columns",
                  rows, columns, entries));
}

Pattern drawn(const Bindings& arguments) {
  const std::int64_t rows = arguments.integer("rows");
  const std::int64_t columns = arguments.integer("columns");
  const double mean = arguments.real("mean");
  const double exponent = arguments.real("exponent");
  if (rows < 0 || columns < 0) {
    throw Error(ASSAY_INVALID,
                fmt::format("rows = {} and columns = {} must not be negative", rows, columns));
  }
  if (!(mean >= 0 && mean <= static_cast<double>(columns))) {
    throw Error(ASSAY_INVALID, fmt::format("mean = {} must be from 0 to the number of columns, {}",
                                           mean, columns));
  }
  if (!(exponent >= 0 && exponent <= 10)) {
    throw Error(ASSAY_INVALID, fmt::format("exponent = {} must be from 0 to 10", exponent));
  }
  const double entries = std::round(mean * static_cast<double>(rows));
  require_countable(static_cast<double>(rows), static_cast<double>(columns), entries);
  const auto seed = split_mix(static_cast<std::uint64_t>(arguments.integer("seed")));
  const auto width = static_cast<std::size_t>(columns);
  const auto lengths =
      row_lengths(static_cast<std::size_t>(rows), width, static_cast<std::size_t>(entries),
                  {arguments.text("lengths"), exponent}, split_mix(seed ^ length_stream));
  return drawn_pattern(width, lengths, split_mix(seed ^ column_stream));
}

template <class Real>
std::unique_ptr<Instance> create_product(const Host& host, const Bindings& arguments) {
  const numbers::Source source(host, arguments);
  Pattern pattern;
  std::vector<Real> entries;
  if (const std::string file = arguments.text("file"); !file.empty()) {
    const auto matrix = tables::read_matrix_market(host.resolve_path(file));
    require_countable(static_cast<double>(matrix.rows), static_cast<double>(matrix.columns),
                      static_cast<double>(matrix.row.size()));
    std::vector<std::uint32_t> places;
    pattern = pattern_of(matrix, places);
    if (!matrix.is_pattern) {
      for (const std::uint32_t place : places) {
        entries.push_back(static_cast<Real>(matrix.value[place]));
      }
    }
  } else {
    pattern = drawn(arguments);
  }
  if (entries.empty()) {
    entries = source.take<Real>(std::array{pattern.entries()}, entry_stream);
  }
  auto x = source.take<Real>(std::array{pattern.matrix_columns}, x_stream);
  return std::make_unique<Product<Real>>(std::move(pattern), std::move(entries), std::move(x));
}

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  return numbers::by_precision(arguments,
                               [&]<class Real>() { return create_product<Real>(host, arguments); });
}

std::vector<Argument> arguments() {
  auto all = numbers::arguments(
      {{"rows", "Rows of A; there may be none.", 1 << 20, {}, between(0, 50'000)},
       {"columns", "Columns of A; there may be none.", 1 << 20, {}, between(1, 50'000)},
       {"mean", "Entries of a row, on average.", 16.0, {}, between(0, 40)},
       {"lengths",
        "How long rows are. uniform: all the same, give or take one; power-law: the r-th longest "
        "in proportion to r^-exponent, in random places; one-long-row: one row in the middle has "
        "half of all entries. No row has more entries than there are columns: the others have the "
        "rest.",
        "uniform",
        {"uniform", "power-law", "one-long-row"}},
       {"exponent", "That of a power law, from 0 to 10.", 1.0, {}, between(0, 3)}});
  for (Argument& argument : all) {
    if (argument.name == "values") argument.doc.insert(0, "Of A and x. ");
    if (argument.name != "file") continue;
    argument.doc =
        "A Matrix Market file (.mtx, coordinate, real, integer or pattern, general or symmetric) "
        "of A: then rows, columns, mean, lengths and exponent do not count. Entries that share a "
        "place stay apart; those of a pattern are drawn. Empty: A is drawn.";
  }
  return all;
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "spmv/csr",
       .doc = "y = A x with a sparse matrix A in compressed sparse rows.",
       .arguments = arguments(),
       .tensors =
           {{"offsets", ASSAY_SETUP,
             "u32 [rows + 1]: row i has the entries offsets[i] to offsets[i + 1] - 1"},
            {"columns", ASSAY_SETUP, "u32 [entries]: their columns, ascending in each row"},
            {"entries", ASSAY_INPUT, "float or double [entries]: their values"},
            {"x", ASSAY_INPUT, "of the same type [columns]"},
            {"y", ASSAY_OUTPUT,
             "of the same type [rows], each as accurate as a sum in any order is in this type; not "
             "compared where the magnitudes of a row's products add up to more than the type "
             "holds, since the order of additions decides there"}},
       .create = create});
}

}  // namespace spmv
