#include "sparse_grid/accelerator/folded/tree_evaluator.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

sdk::Program build_walk_program(const Device& device, std::size_t dimensions, bool is_double,
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

constexpr std::size_t reals_of_step = 6;  // walk.h

}  // namespace

template <class Real>
TreeEvaluator<Real>::TreeEvaluator(const Device& device, Basis<Real>& basis,
                                   const Points<Real>& points, const Settings& settings,
                                   bool transposed)
    : host_(device.host),
      transposed_(transposed),
      program_(
          build_walk_program(device, points.dimensions(), sizeof(Real) == 8, settings, transposed)),
      kernel_(program_.kernel(transposed ? "multi_eval_transposed" : "multi_eval")),
      items_(settings.work_group_size),
      local_bytes_((settings.stage + 1) * reals_of_step * sizeof(Real)),
      trees_(device, basis.products),
      groups_(device, points, trees_.places().of_tiles),
      walks_(device, trees_, basis, groups_, points.dimensions(), settings.walk_steps),
      factor_lines_(std::move(basis.factor_lines)) {
  trees_.nodes = {};  // the walks have what they need of them
  if (transposed) return;
  partial_ = {host_, std::max<std::size_t>(1, walks_.divided_walks() * points.of_group)};
  if (walks_.divided_groups() > 0) add_walks_ = program_.kernel("add_walks");
}

template <class Real>
void TreeEvaluator<Real>::compile(const Device& device, std::size_t dimensions, bool is_double,
                                  const Settings& settings, bool transposed) {
  build_walk_program(device, dimensions, is_double, settings, transposed);
  Trees::compile(device);
  Walks<Real>::compile(device, is_double, dimensions);
}

template <class Real>
void TreeEvaluator<Real>::apply(const typename Evaluator<Real>::Reals& from,
                                const typename Evaluator<Real>::Reals& to,
                                assay_queue* queue) const {
  const auto walk = [&](const auto&... more) {
    launch_items(queue, kernel_, walks_.count() * items_, items_, groups_.coordinates,
                 groups_.common, groups_.places, walks_.walks, walks_.ancestors, walks_.steps,
                 factor_lines_, from, to, more..., sdk::LocalMemory{local_bytes_});
  };
  if (transposed_) {
    walk();
    return;
  }
  walk(partial_);
  if (walks_.divided_groups() == 0) return;
  launch_items(queue, add_walks_, walks_.divided_groups() * items_, items_, walks_.divided,
               partial_, groups_.common, groups_.places, to);
}

template class TreeEvaluator<float>;
template class TreeEvaluator<double>;

}  // namespace sparse_grid::accelerator::folded
