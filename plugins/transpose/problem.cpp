// transpose/matrix: its arguments, elements drawn from a seed, and the expected result.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "transpose/transpose.hpp"

namespace transpose {
namespace {

using namespace assay::sdk;

template <class Real>
class Matrix : public Instance {
 public:
  Matrix(std::size_t rows, std::size_t columns, std::uint64_t seed)
      : a_(rows * columns), expected_(rows * columns) {
    for (std::size_t k = 0; k < a_.size(); ++k) {
      a_[k] =
          static_cast<Real>(static_cast<double>(split_mix(split_mix(seed) ^ k) >> 11) * 0x1p-53);
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

std::unique_ptr<Instance> create(const Host& /*host*/, const Bindings& arguments) {
  constexpr std::int64_t most_elements = std::int64_t{1} << 32;
  const std::int64_t rows = arguments.integer("rows");
  const std::int64_t columns = arguments.integer("columns");
  if (rows < 1 || columns < 1 || rows > most_elements / columns) {
    throw Error(ASSAY_INVALID,
                "rows and columns are at least 1, and their product is at most 2^32");
  }
  const auto seed = static_cast<std::uint64_t>(arguments.integer("seed"));
  const auto m = static_cast<std::size_t>(rows);
  const auto n = static_cast<std::size_t>(columns);
  if (arguments.text("precision") == "float") return std::make_unique<Matrix<float>>(m, n, seed);
  return std::make_unique<Matrix<double>>(m, n, seed);
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "transpose/matrix",
       .doc = "Transposes a matrix: b[j, i] = a[i, j].",
       .arguments = {{"rows", "Rows of a.", 4096, {}, between(1, 5000)},
                     {"columns", "Columns of a.", 4096, {}, between(1, 5000)},
                     {"precision", "The type of the elements.", "float", {"float", "double"}},
                     {"seed", "The seed from which the elements are drawn.", 1, {}, any_seed()}},
       .tensors = {{"a", ASSAY_INPUT, "float or double [rows, columns], uniform in [0, 1)"},
                   {"b", ASSAY_OUTPUT, "of the same type [columns, rows]"}},
       .create = create});
}

}  // namespace transpose
