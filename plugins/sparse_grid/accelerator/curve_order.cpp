#include "sparse_grid/accelerator/curve_order.hpp"

#include <algorithm>
#include <utility>

#include "sort/library/column_sort.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t sort_group_size = 256;
constexpr std::size_t elements = 8;  // of a work item
constexpr std::size_t item_strides = 2;
constexpr std::uint32_t word_bits = 32;

sdk::Program build_keys(const Device& device, bool is_double, Curve curve, CurveCells cells) {
  auto options = dialect_options(device, is_double);
  options.define("WORK_GROUP_SIZE", sort_group_size)
      .define("COUNTED", cells.dimensions)
      .define("BITS", cells.bits)
      .define("HILBERT", curve == Curve::hilbert ? 1 : 0);
  return sdk::build(device.host, "sparse_grid/curve.kernel", options);
}

sdk::Program build_sort(const Device& device) {
  auto options = dialect_options(device, false);
  sorting::ColumnSort::define(options.define("WORK_GROUP_SIZE", sort_group_size), elements,
                              item_strides);
  return sdk::build(device.host, "sort/columns.kernel", options);
}

}  // namespace

template <class Real>
sdk::Buffer<std::uint32_t> sorted_on_device(const Device& device, const sdk::Buffer<Real>& rows,
                                            std::size_t dimensions, const DataOrder& order) {
  const CurveCells cells = curve_cells(order.dimensions.size(), order.bits);
  const auto curve_keys =
      build_keys(device, sizeof(Real) == 8, order.curve, cells).kernel("curve_keys");
  const sdk::Buffer<std::uint32_t> counted(device.host, order.dimensions);
  const std::size_t points = rows.size() / dimensions;
  sorting::ColumnSort sort(device.host, build_sort(device), {1, points, sort_group_size, elements});
  const auto launch = [](const sdk::Kernel& kernel, std::size_t size, std::size_t groups,
                         std::size_t columns, const auto&... arguments) {
    kernel.launch<2>({groups * size, columns}, {size, 1}, arguments...);
  };
  // Sort by the lower half first, then, stably, by the upper half.
  const auto bits = static_cast<std::uint32_t>(cells.dimensions * cells.bits);
  for (std::uint32_t word = 0; word * word_bits < bits; ++word) {
    launch_items(nullptr, curve_keys, points, sort_group_size, rows,
                 static_cast<std::uint32_t>(points), static_cast<std::uint32_t>(dimensions),
                 counted, word, sort.numbers(), sort.keys());
    sort.sort(std::min(word_bits, bits - word * word_bits), launch);
  }
  device.host.finish();
  return std::move(sort).take_numbers();
}
template sdk::Buffer<std::uint32_t> sorted_on_device(const Device&, const sdk::Buffer<float>&,
                                                     std::size_t, const DataOrder&);
template sdk::Buffer<std::uint32_t> sorted_on_device(const Device&, const sdk::Buffer<double>&,
                                                     std::size_t, const DataOrder&);

void compile_curve_order(const Device& device, bool is_double, Curve curve, CurveCells cells) {
  build_keys(device, is_double, curve, cells);
  build_sort(device);
}

}  // namespace sparse_grid::accelerator
