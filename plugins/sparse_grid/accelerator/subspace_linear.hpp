// The subspace-linear algorithm: Algorithms 3.3 to 3.5 of the thesis.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/level_vectors.hpp"
#include "sparse_grid/accelerator/operator.hpp"

namespace sparse_grid::accelerator {

// The device memory that full subgrids take, in bytes.
struct SubgridCosts {
  double slot;     // for each of its slots, over all copies
  double subgrid;  // for each subgrid, in addition to its slots
  double point;    // for each of its points, in addition to the slot
};

// An algorithm as described in variants.hpp.
struct SubspaceLinear {
  static constexpr const char* name = "subspace-linear";
  static std::string doc(bool transposed);
  static bool initialises(bool transposed) { return transposed; }
  static ParameterSet parameters(assay_backend backend, bool transposed);
  template <class Real>
  static std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed) {
    const auto vectors =
        timed(device, &Preparation::grid_layout, [&] { return LevelVectors(inputs.grid); });
    return create(device, inputs, vectors, configuration, transposed);
  }
  // Makes the operator for a caller that already has the level vectors of the points.
  template <class Real>
  static std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                                const LevelVectors& vectors,
                                                const Configuration& configuration,
                                                bool transposed);
  // The device memory that an operator takes for the grid (costs), and for all else including
  // coefficients and results (memory_beside).
  template <class Real>
  static SubgridCosts costs(std::size_t dimensions, const Configuration& configuration,
                            assay_backend backend, bool transposed);
  template <class Real>
  static MemoryNeed memory_beside(const Shapes& shapes, const Configuration& configuration,
                                  assay_backend backend, bool transposed);
  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration, bool transposed);
};

}  // namespace sparse_grid::accelerator
