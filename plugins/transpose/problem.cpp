// transpose/matrix: its arguments, its numbers, and the expected result.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "numbers/numbers.hpp"
#include "transpose/transpose.hpp"

namespace transpose {
namespace {

using namespace assay::sdk;

template <class Real>
class Matrix : public Instance {
 public:
  Matrix(std::size_t rows, std::size_t columns, const numbers::Source& source)
      : a_(source.take<Real>(std::array{rows, columns})), expected_(a_.size()) {
    for (std::size_t k = 0; k < a_.size(); ++k) {
      expected_[k % columns * rows + k / columns] = a_[k];
    }
    const auto m = static_cast<std::int64_t>(rows);
    const auto n = static_cast<std::int64_t>(columns);
    inputs_ = {dense_tensor("a", {m, n}, a_.data())};
    outputs_ = {dense_tensor<Real>("b", {n, m}, nullptr)};
    // Elements are moved, not computed with: not a bit may differ.
    expectations_ = {{dense_tensor("b", {n, m}, expected_.data()), 0, 0}};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override { return expectations_; }
  // Each element is read once and written once.
  assay_work work() const override {
    return {.flops = 0,
            .bytes = 2.0 * sizeof(Real) * static_cast<double>(a_.size()),
            .element = element_of<Real>};
  }

 private:
  std::vector<Real> a_;
  std::vector<Real> expected_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  constexpr std::int64_t most_elements = std::int64_t{1} << 32;
  const std::int64_t rows = arguments.integer("rows");
  const std::int64_t columns = arguments.integer("columns");
  if (rows < 1 || columns < 1 || rows > most_elements / columns) {
    throw Error(ASSAY_INVALID,
                "rows and columns are at least 1, and their product is at most 2^32");
  }
  return numbers::create_by_precision<Matrix>(arguments, static_cast<std::size_t>(rows),
                                              static_cast<std::size_t>(columns),
                                              numbers::Source(host, arguments));
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "transpose/matrix",
       .doc = "Transposes a matrix: b[j, i] = a[i, j].",
       .arguments = numbers::arguments({{"rows", "Rows of a.", 4096, {}, between(1, 5000)},
                                        {"columns", "Columns of a.", 4096, {}, between(1, 5000)}}),
       .tensors = {{"a", ASSAY_INPUT, "float or double [rows, columns]"},
                   {"b", ASSAY_OUTPUT, "of the same type [columns, rows]"}},
       .create = create});
}

}  // namespace transpose
