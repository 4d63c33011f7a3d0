// The functions by which the parts of the family describe themselves, and the shape of its tensors.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"

namespace transpose {

// Adds transpose/matrix: "a" [rows, columns] becomes "b" [columns, rows], element for element.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU that move elements one by one.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variant on the CPU with vector registers.
void describe_registers(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

struct Extents {
  explicit Extents(const assay::sdk::Task& task)
      : rows(static_cast<std::size_t>(task.input("a").shape[0])),
        columns(static_cast<std::size_t>(task.input("a").shape[1])) {}

  std::size_t rows;  // of "a"
  std::size_t columns;
};

}  // namespace transpose
