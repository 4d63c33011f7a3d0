#include "sparse_grid/accelerator/folded/block_evaluator.hpp"

#include <algorithm>
#include <utility>

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

sdk::Program build_block_product(const Device& device, std::size_t dimensions, bool is_double,
                                 const Settings& settings, bool transposed) {
  auto options = dialect_options(device, is_double, settings.width);
  options.define("DIMENSIONS", dimensions)
      .define("WORK_GROUP_SIZE", settings.work_group_size)
      .define("TABLE_ROWS", settings.table_rows);
  if (transposed) options.define("SUMS", settings.atomic ? 0 : 1);
  if (settings.on_tensor_cores) {
    options.define("GROUP_POINTS", settings.group_points());
    return sdk::build(device.host,
                      transposed ? "sparse_grid/folded/block_tensor_transposed.kernel"
                                 : "sparse_grid/folded/block_tensor.kernel",
                      options);
  }
  options.define("VECTORS", settings.vectors());
  return sdk::build(device.host,
                    transposed ? "sparse_grid/folded/block_columns_transposed.kernel"
                               : "sparse_grid/folded/block_columns.kernel",
                    options);
}

// The number of shares into which a work group divides blocks: on tensor cores each warp has one.
std::uint32_t shares(const Settings& settings) {
  constexpr std::size_t warp = 32;
  return settings.on_tensor_cores ? static_cast<std::uint32_t>(settings.work_group_size / warp) : 1;
}

// The local memory whose size is set at the launch.
std::size_t local_bytes(const Settings& settings, std::size_t row_quads, std::size_t real_bytes) {
  if (!settings.on_tensor_cores) {
    return settings.table_rows * settings.group_points() * real_bytes;
  }
  // Rows of block_tensor.h, each for a factor or a front part. The same memory later holds the sums
  // of all warps at up to 64 points each.
  const std::size_t reals =
      std::max(settings.table_rows * (settings.group_points() + 4), 2 * settings.work_group_size);
  constexpr std::size_t bytes_of_factor = 36;
  constexpr std::size_t bytes_of_quad = 16;
  return reals * real_bytes +
         settings.table_rows * std::max(bytes_of_factor, bytes_of_quad * row_quads);
}

}  // namespace

// The product with blocks in one direction.
template <class Real>
class BlockEvaluator<Real>::BlockProduct : public Evaluation<Real> {
 public:
  using Reals = typename Evaluation<Real>::Reals;

  BlockProduct(const Device& device, const BlockEvaluator& evaluator, const Settings& settings,
               bool transposed)
      : evaluator_(evaluator),
        kernel_(build_block_product(device, evaluator.dimensions_, sizeof(Real) == 8, settings,
                                    transposed)
                    .kernel(transposed ? "multi_eval_transposed" : "multi_eval")),
        shares_(evaluator.blocks_.shares(device, shares(settings))),
        items_(settings.work_group_size),
        local_bytes_(local_bytes(settings, evaluator.blocks_.row_quads(), sizeof(Real))) {}

  void apply(const Reals& from, const Reals& to, std::size_t portion,
             assay_queue* queue) const override {
    const auto& blocks = evaluator_.blocks_;
    const auto& groups = evaluator_.groups_;
    const std::size_t first = groups.portion_starts()[portion];
    const std::size_t count = groups.portion_starts()[portion + 1] - first;
    if (count == 0) return;
    launch_items(queue, kernel_, count * items_, items_, static_cast<std::uint32_t>(first),
                 groups.coordinates, groups.common, groups.places, groups.groups, blocks.tiles,
                 blocks.chunks, blocks.rows, blocks.row_quads(), evaluator_.factor_dimensions_,
                 evaluator_.factor_lines_, blocks.blocks, shares_, from, to,
                 sdk::LocalMemory{local_bytes_});
  }

 private:
  const BlockEvaluator& evaluator_;
  sdk::Kernel kernel_;
  Words shares_;
  std::size_t items_;
  std::size_t local_bytes_;
};

template <class Real>
BlockEvaluator<Real>::BlockEvaluator(const Device& device, Basis<Real>& basis,
                                     const Points<Real>& points, const Settings& settings)
    : dimensions_(points.dimensions()),
      blocks_(device, basis.products, {settings.table_rows, dimensions_}),
      groups_(device, points, blocks_.places().of_tiles),
      factor_dimensions_(std::move(basis.factor_dimensions)),
      factor_lines_(std::move(basis.factor_lines)) {}

template <class Real>
std::unique_ptr<Evaluation<Real>> BlockEvaluator<Real>::evaluation(const Device& device,
                                                                   const Settings& settings,
                                                                   bool transposed) const {
  return std::make_unique<BlockProduct>(device, *this, settings, transposed);
}

template <class Real>
void BlockEvaluator<Real>::compile(const Device& device, std::size_t dimensions, bool is_double,
                                   const Settings& settings, bool transposed) {
  build_block_product(device, dimensions, is_double, settings, transposed);
  Blocks::compile(device);
}

template class BlockEvaluator<float>;
template class BlockEvaluator<double>;

}  // namespace sparse_grid::accelerator::folded
