// poles.cpu: hierarchization as one pass for each dimension over bundles of poles.
#include <omp.h>

#include <array>
#include <vector>

#include "compact_grid/library/pass_trial.hpp"
#include "compact_grid/library/tensors.hpp"
#include "compact_grid/vectorised/kernels.hpp"
#include "compact_grid/vectorised/variants.hpp"

namespace compact_grid {
namespace {

namespace sdk = assay::sdk;

template <class T>
class Poles {
 public:
  Poles(const sdk::Task& task, const HierarchizeTensors<T>& given)
      : given_(given),
        kernels_(sdk::for_simd_bits(task.configuration().integer("simd_bits"),
                                    [](auto width) { return kernels<T, width>(); })),
        threads_(static_cast<int>(sdk::threads_of(task))) {}

  // Hierarchizes the poles of one dimension on a face that is not fixed in it: one bundle for each
  // level vector of the other dimensions.
  void hierarchize(uint dimension, const Face& face) {
    const grid_tables tables = given_.grid.tables();
    const uint others = face.dimensions - 1;
    const bool is_large = given_.grid.interior_points(face.dimensions) > 4096;
#pragma omp parallel num_threads(threads_) if (is_large)
    {
      std::vector<T> scratch(kernels_.scratch);
      for (uint sum = 0; sum < given_.grid.levels(); ++sum) {
        const std::uint64_t count = others > 0 ? vectors_of_sum(tables, others, sum) : sum == 0;
#pragma omp for schedule(dynamic, 4) nowait
        for (std::uint64_t number = 0; number < count; ++number) {
          kernels_.hierarchize(bundle(dimension, face, sum, number), scratch.data());
        }
      }
    }
  }

 private:
  [[nodiscard]] Bundle<T> bundle(uint dimension, const Face& face, uint sum,
                                 std::uint64_t number) const {
    const grid_tables tables = given_.grid.tables();
    const uint fixed = face.fixed | 1U << dimension;
    std::array<uint, most_dimensions> level{};
    subspace_levels(tables, fixed, sum, number, level.data());
    Bundle<T> bundle{};
    bundle.levels = given_.grid.levels() - sum;
    for (uint t = 0; t < given_.grid.dimensions(); ++t) {
      if (t < dimension) bundle.prefix_bits += level[t];
      if (t > dimension) bundle.suffix_bits += level[t];
    }
    for (uint k = 0; k < bundle.levels; ++k) {
      uint total = 0;
      level[dimension] = k;
      const std::uint64_t subspace = subspace_index(tables, face.fixed, level.data(), &total);
      bundle.subspace[k] = numbers() + face.first + points_below(tables, face.dimensions, total) +
                           (subspace << total);
    }
    for (const uint side : {0U, 1U}) {
      if (!given_.grid.has_boundary()) continue;
      bundle.ends[side] = numbers() + face_first(tables, fixed, face.sides | side << dimension) +
                          points_below(tables, face.dimensions - 1, sum) + (number << sum);
    }
    return bundle;
  }
  [[nodiscard]] T* numbers() const { return given_.coefficients.data(); }

  const HierarchizeTensors<T>& given_;
  Kernels<T> kernels_;
  int threads_;
};
template <class T>
using PolesTrial = PassTrial<T, Poles<T>>;

}  // namespace

sdk::VariantDescription poles_variant() {
  return {.name = "poles.cpu",
          .problem = "compact-grid/hierarchize",
          .doc =
              "One pass for each dimension, over all poles with the same other levels at once: "
              "neighbours in memory, and no index arithmetic in the inner loop.",
          .parameters = {sdk::simd_bits_parameter(), sdk::threads_parameter()},
          .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint()},
          .prepare = prepare_for_precision<PolesTrial>};
}

}  // namespace compact_grid
