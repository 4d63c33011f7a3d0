#include "sparse_grid/accelerator/ordered_data.hpp"

#include "sort/library/column_sort.hpp"
#include "sparse_grid/accelerator/curve_order.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t group_size = 128;

std::uint32_t narrow(std::size_t value) { return static_cast<std::uint32_t>(value); }

sdk::Program build_program(const Device& device, bool is_double) {
  auto options = dialect_options(device, is_double);
  options.define("WORK_GROUP_SIZE", group_size);
  return sdk::build(device.host, "sparse_grid/ordered_data.kernel", options);
}

}  // namespace

template <class Real>
OrderedData<Real>::OrderedData(const Device& device, const Inputs<Real>& inputs,
                               const DataOrder& data_order, std::size_t padded_points,
                               SortedOn where)
    : stride(padded_points) {
  const auto rows = timed(device, &Preparation::upload,
                          [&] { return sdk::Buffer<Real>(device.host, inputs.data); });
  const auto numbers = timed(device, &Preparation::data_layout, [&] {
    if (where == SortedOn::device && is_curve(data_order.curve)) {
      return sorted_on_device(device, rows, inputs.dimensions, data_order);
    }
    return sdk::Buffer<std::uint32_t>(device.host,
                                      sorted(inputs.data, inputs.dimensions, data_order));
  });
  const auto transpose = build_program(device, sizeof(Real) == 8).kernel("transpose");
  timed(device, &Preparation::upload, [&] {
    order = {device.host, stride};
    columns = {device.host, inputs.dimensions * stride};
    launch_items(nullptr, transpose, stride, group_size, rows, narrow(inputs.data_points),
                 narrow(inputs.dimensions), numbers, narrow(stride), order, columns);
    device.host.finish();
  });
}

template <class Real>
MemoryNeed OrderedData<Real>::memory(const Shapes& shapes, std::size_t stride) {
  const auto column = static_cast<double>(stride * sizeof(Real));
  const auto dimensions = static_cast<double>(shapes.dimensions);
  return {dimensions * column,
          2 * dimensions * column +
              static_cast<double>((4 + sorting::ColumnSort::bytes_of_key) * stride)};
}

template <class Real>
LevelOne<Real>::LevelOne(const Device& device, const OrderedData<Real>& data)
    : reciprocals(device.host, data.columns.size()), products(device.host, data.stride) {
  const auto level_one = build_program(device, sizeof(Real) == 8).kernel("level_one");
  timed(device, &Preparation::upload, [&] {
    launch_items(nullptr, level_one, data.stride, group_size, data.columns,
                 narrow(data.columns.size() / data.stride), narrow(data.stride), reciprocals,
                 products);
    device.host.finish();
  });
}

namespace {

// Makes tiles with the given kernel, whose arguments are `columns`, then the size of a tile.
template <class Real>
sdk::Buffer<Real> tiles_by(const char* kernel, const Device& device, const OrderedData<Real>& data,
                           std::size_t tile_points, std::size_t reals, const auto&... columns) {
  const auto tile_columns = build_program(device, sizeof(Real) == 8).kernel(kernel);
  return timed(device, &Preparation::upload, [&] {
    sdk::Buffer<Real> tiles(device.host, reals);
    launch_items(nullptr, tile_columns, data.stride, group_size, columns...,
                 narrow(data.columns.size() / data.stride), narrow(data.stride),
                 narrow(tile_points), tiles);
    device.host.finish();
    return tiles;
  });
}

}  // namespace

template <class Real>
sdk::Buffer<Real> in_tiles(const Device& device, const OrderedData<Real>& data,
                           std::size_t tile_points) {
  return tiles_by("tile_columns", device, data, tile_points, data.columns.size(), data.columns);
}

template <class Real>
sdk::Buffer<Real> in_tiles(const Device& device, const OrderedData<Real>& data,
                           const LevelOne<Real>& level_one, std::size_t tile_points) {
  return tiles_by("tile_columns_and_reciprocals", device, data, tile_points,
                  2 * (data.columns.size() + data.stride), data.columns, level_one.reciprocals);
}

template struct OrderedData<float>;
template struct OrderedData<double>;
template struct LevelOne<float>;
template struct LevelOne<double>;
template sdk::Buffer<float> in_tiles(const Device&, const OrderedData<float>&, std::size_t);
template sdk::Buffer<double> in_tiles(const Device&, const OrderedData<double>&, std::size_t);
template sdk::Buffer<float> in_tiles(const Device&, const OrderedData<float>&,
                                     const LevelOne<float>&, std::size_t);
template sdk::Buffer<double> in_tiles(const Device&, const OrderedData<double>&,
                                      const LevelOne<double>&, std::size_t);

void compile_ordered_data(const Device& device, bool is_double) {
  build_program(device, is_double);
}

}  // namespace sparse_grid::accelerator
