#include "sparse_grid/accelerator/folded/tree_evaluator.hpp"

#include <algorithm>
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
  return sdk::build(
      device.host,
      transposed ? "sparse_grid/folded/walk_transposed.kernel" : "sparse_grid/folded/walk.kernel",
      options);
}

}  // namespace

// The walk in one direction.
template <class Real>
class TreeEvaluator<Real>::Walk : public Evaluation<Real> {
 public:
  using Reals = typename Evaluation<Real>::Reals;

  Walk(const Device& device, const TreeEvaluator& evaluator, const Settings& settings,
       bool transposed)
      : evaluator_(evaluator),
        program_(build_walk_program(device, evaluator.dimensions_, sizeof(Real) == 8, settings,
                                    transposed)),
        kernel_(program_.kernel(transposed ? "multi_eval_transposed" : "multi_eval")),
        transposed_(transposed),
        items_(settings.work_group_size),
        local_bytes_((settings.stage + 1) * Settings::reals_of_step * sizeof(Real)) {
    if (transposed) return;
    const std::size_t walks = evaluator.walks_.divided_walks();
    partial_ = {device.host, std::max<std::size_t>(1, walks * settings.group_points())};
    if (walks > 0) add_walks_ = program_.kernel("add_walks");
  }

  void apply(const Reals& from, const Reals& to, std::size_t portion,
             assay_queue* queue) const override {
    const Portion& of = evaluator_.walks_.portions()[portion];
    if (of.count == 0) return;
    if (transposed_) {
      walk(of, from, to, queue);
      return;
    }
    walk(of, from, to, queue, partial_);
    const auto& groups = evaluator_.groups_;
    if (of.divided_groups == 0) return;
    launch_items(queue, add_walks_, of.divided_groups * items_, items_, of.divided, partial_,
                 groups.common, groups.places, to);
  }

 private:
  using Portion = typename Walks<Real>::Portion;

  void walk(const Portion& portion, const Reals& from, const Reals& to, assay_queue* queue,
            const auto&... more) const {
    const auto& walks = evaluator_.walks_;
    const auto& groups = evaluator_.groups_;
    launch_items(queue, kernel_, portion.count * items_, items_, groups.coordinates, groups.common,
                 groups.places, portion.walks, walks.ancestors, walks.steps,
                 evaluator_.factor_lines_, from, to, more..., sdk::LocalMemory{local_bytes_});
  }

  const TreeEvaluator& evaluator_;
  sdk::Program program_;
  sdk::Kernel kernel_;
  sdk::Kernel add_walks_;
  bool transposed_;
  std::size_t items_;
  std::size_t local_bytes_;
  Reals partial_;  // [divided walks][points of a group]
};

template <class Real>
TreeEvaluator<Real>::TreeEvaluator(const Device& device, Basis<Real>& basis,
                                   const Points<Real>& points, const Settings& settings)
    : dimensions_(points.dimensions()),
      trees_(device, basis.products),
      groups_(device, points, trees_.places().of_tiles),
      walks_(device, trees_, basis, groups_, dimensions_, settings.walk_steps),
      factor_lines_(std::move(basis.factor_lines)) {
  trees_.nodes = {};  // the walks have copied what they need from the nodes
}

template <class Real>
std::unique_ptr<Evaluation<Real>> TreeEvaluator<Real>::evaluation(const Device& device,
                                                                  const Settings& settings,
                                                                  bool transposed) const {
  return std::make_unique<Walk>(device, *this, settings, transposed);
}

template <class Real>
void TreeEvaluator<Real>::compile(const Device& device, std::size_t dimensions, bool is_double,
                                  const Settings& settings, bool transposed) {
  build_walk_program(device, dimensions, is_double, settings, transposed);
  Trees::compile(device);
  Walks<Real>::compile(device, is_double, dimensions);
}

template class TreeEvaluator<float>;
template class TreeEvaluator<double>;

}  // namespace sparse_grid::accelerator::folded
