// The functions by which the parts of the family describe themselves, and what a bin is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"

namespace histogram {

// Adds histogram/bins: "counts" [bins] are the numbers of "x" [length] in each bin.
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the variants on the CPU.
void describe_cpu(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

// Bins that divide [low, high) into equal parts.
template <class Real>
struct Bins {
  explicit Bins(const assay::sdk::Task& task)
      : low(bounds(task)[0]),
        high(bounds(task)[1]),
        count(static_cast<std::int32_t>(task.output("counts").shape[0])),
        scale(static_cast<Real>(count) / (high - low)) {}

  // The number of the bin that x is in, `count` if it is in none. Every variant computes it by
  // these operations, each rounded to a Real, and so agrees to the last number: there is no product
  // before a sum, which a compiler might fuse.
  [[nodiscard]] std::int32_t of(Real x) const {
    if (!(x >= low && x < high)) return count;
    return std::min(static_cast<std::int32_t>((x - low) * scale), count - 1);
  }

  Real low;
  Real high;
  std::int32_t count;
  Real scale;  // bins for each unit

 private:
  static std::span<const Real> bounds(const assay::sdk::Task& task) {
    return assay::sdk::elements<const Real>(task.input("bounds"));
  }
};

}  // namespace histogram
