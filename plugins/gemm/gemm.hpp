// What the parts of the family share: the sizes of a product, the types of its numbers, and the
// functions by which the parts describe themselves.
#pragma once

#include <cstddef>
#include <memory>

#include "assay/plugin.hpp"
#include "gemm/half.hpp"

namespace gemm {

// Adds gemm/batched: c[i] = a[i] b[i] for each of a batch of matrices.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_loop(assay::sdk::Plugin& plugin);
void describe_blocked(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_tiles(assay::sdk::Plugin& plugin);
void describe_direct(assay::sdk::Plugin& plugin);
// Adds the variant for tensor cores, CUDA only.
void describe_tensor_cores(assay::sdk::Plugin& plugin);

// Calls the template `act` for the type of a tensor's elements: half, float or double.
template <class Act>
decltype(auto) by_type(const assay_tensor& tensor, const Act& act) {
  if (tensor.element == ASSAY_F16) return act.template operator()<Half>();
  return assay::sdk::by_precision(tensor, act);
}

// Creates a trial of the class template for the type of the task's numbers.
template <template <class Real> class OneTrial, class... Arguments>
std::unique_ptr<assay::sdk::Trial> prepare_by_type(const assay::sdk::Task& task,
                                                   const Arguments&... arguments) {
  return by_type(task.input("a"), [&]<class Real>() -> std::unique_ptr<assay::sdk::Trial> {
    return std::make_unique<OneTrial<Real>>(task, arguments...);
  });
}

// The elements from one row of a matrix to the next, and from one column to the next.
struct Strides {
  std::size_t row;
  std::size_t column;
};

// The sizes that an instance's arguments name.
struct Shape {
  explicit Shape(const assay::sdk::Bindings& arguments)
      : batch(arguments.size("batch")),
        rows(arguments.size("rows")),
        columns(arguments.size("columns")),
        inner(arguments.size("inner")),
        transpose_a(arguments.boolean("transpose_a")),
        transpose_b(arguments.boolean("transpose_b")) {}

  // Of a[i], rows x inner, and b[i], inner x columns, whichever way they lie.
  [[nodiscard]] Strides a() const { return transpose_a ? Strides{1, rows} : Strides{inner, 1}; }
  [[nodiscard]] Strides b() const { return transpose_b ? Strides{1, inner} : Strides{columns, 1}; }
  // The neighbours in a line of the memory of a[i], and of b[i].
  [[nodiscard]] std::size_t line_a() const { return transpose_a ? rows : inner; }
  [[nodiscard]] std::size_t line_b() const { return transpose_b ? inner : columns; }
  // The elements of one matrix.
  [[nodiscard]] std::size_t a_size() const { return rows * inner; }
  [[nodiscard]] std::size_t b_size() const { return inner * columns; }
  [[nodiscard]] std::size_t c_size() const { return rows * columns; }

  std::size_t batch;
  std::size_t rows;     // of a[i] and c[i]
  std::size_t columns;  // of b[i] and c[i]
  std::size_t inner;    // columns of a[i], rows of b[i]
  bool transpose_a;     // a[i] lies as its transpose, [inner, rows]
  bool transpose_b;     // b[i] lies as its transpose, [columns, inner]
};

}  // namespace gemm
