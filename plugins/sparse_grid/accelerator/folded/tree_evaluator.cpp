#include "sparse_grid/accelerator/folded/tree_evaluator.hpp"

#include <array>
#include <utility>

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

sdk::Program build_walk(const Device& device, std::size_t dimensions, bool is_double,
                        const Settings& settings, bool transposed) {
  auto options = dialect_options(device, is_double, settings.width);
  options.define("DIMENSIONS", dimensions)
      .define("WORK_GROUP_SIZE", settings.work_group_size)
      .define("VECTORS", settings.vectors())
      .define("STAGE", settings.stage)
      .define("SUMS", settings.atomic ? 0 : 1);
  const std::array sources{transposed ? kernels::walk_transposed_kernel : kernels::walk_kernel,
                           kernels::walk_h,
                           kernels::trees_h,
                           kernels::folded_h,
                           kernels::rows_of_terms_h,
                           kernels::path_h,
                           kernels::support_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

const char* walk_name(bool transposed) {
  return transposed ? "multi_eval_transposed" : "multi_eval";
}

constexpr std::size_t reals_of_step = 6;  // walk.h

}  // namespace

template <class Real>
TreeEvaluator<Real>::TreeEvaluator(const Device& device, Basis<Real>& basis,
                                   const Points<Real>& points, const Settings& settings,
                                   bool transposed)
    : kernel_(build_walk(device, points.dimensions(), sizeof(Real) == 8, settings, transposed)
                  .kernel(walk_name(transposed))),
      items_(settings.work_group_size),
      local_bytes_((settings.stage + 1) * reals_of_step * sizeof(Real)),
      trees_(device, basis.products),
      groups_(device, points, trees_.places().of_tiles),
      walks_(device, trees_, basis, groups_, points.dimensions()),
      factor_lines_(std::move(basis.factor_lines)) {
  trees_.nodes = {};  // the walks have what they need of them
}

template <class Real>
void TreeEvaluator<Real>::compile(const Device& device, std::size_t dimensions, bool is_double,
                                  const Settings& settings, bool transposed) {
  build_walk(device, dimensions, is_double, settings, transposed);
  Trees::compile(device);
  Walks<Real>::compile(device, is_double, dimensions);
}

template <class Real>
void TreeEvaluator<Real>::apply(const typename Evaluator<Real>::Reals& from,
                                const typename Evaluator<Real>::Reals& to,
                                assay_queue* queue) const {
  launch_items(queue, kernel_, groups_.count() * items_, items_, groups_.coordinates,
               groups_.common, groups_.places, walks_.walks, walks_.steps, factor_lines_, from, to,
               sdk::LocalMemory{local_bytes_});
}

template class TreeEvaluator<float>;
template class TreeEvaluator<double>;

}  // namespace sparse_grid::accelerator::folded
