// The functions by which the parts of the family describe themselves, and the matrix of a task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"

namespace spmv {

// Adds spmv/csr: y = A x with a sparse matrix A in compressed sparse rows. Row i has the entries
// offsets[i] to offsets[i + 1] - 1, of which entry k is entries[k] in column columns[k].
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

// The inputs of a task, which the caller keeps alive.
template <class Real>
struct Inputs {
  explicit Inputs(const assay::sdk::Task& task)
      : offsets(assay::sdk::elements<const std::uint32_t>(task.input("offsets"))),
        columns(assay::sdk::elements<const std::uint32_t>(task.input("columns"))),
        entries(assay::sdk::elements<const Real>(task.input("entries"))),
        x(assay::sdk::elements<const Real>(task.input("x"))) {}

  [[nodiscard]] std::size_t rows() const { return offsets.size() - 1; }

  std::span<const std::uint32_t> offsets;  // [rows + 1]
  std::span<const std::uint32_t> columns;  // [entries]
  std::span<const Real> entries;           // [entries]
  std::span<const Real> x;                 // [columns of A]
};

}  // namespace spmv
