#include "ols/accelerator/products.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

constexpr std::int64_t all_rows = 0;

void require_countable(const Shape& shape, std::size_t splits) {
  if (shape.rows > INT32_MAX || shape.columns > UINT16_MAX) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("the kernels can only count to {} rows and {} columns", INT32_MAX, UINT16_MAX));
  }
  if (shape.batch * splits > most_groups_y) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("{} fits of {} splits are more than the {} groups of a launch: "
                                 "raise rows_per_split",
                                 shape.batch, splits, most_groups_y));
  }
}

}  // namespace

sdk::ParameterSet product_parameters() {
  return {
      {{"product",
        "X^T X by an item for each element (naive), or by tiles staged in local memory (tiled).",
        {"tiled", "naive"}},
       {"tile", "Columns and rows of a tile.", {16, 8, 32}, std::nullopt, "product == 'tiled'"},
       {"work_group_size", "Work items of a group in the products.", {64, 128, 256}, 64},
       {"rows_per_split",
        "Rows that each group sums; then these sums are added in order. 0: all rows.",
        {all_rows, 1024, 4096, 16384, 65536},
        16384}},
      {{"work_group_size <= max_work_group_size",
        "the device does not allow work groups that large"},
       {"product != 'tiled' or work_group_size <= tile * tile",
        "each work item of a group needs an element of the tile"},
       {"rows_per_split < observations", "for one split of all rows there is rows_per_split = 0"}}};
}

sdk::Program build_products(const sdk::Task& task, assay_backend backend) {
  auto options = input_options(task, backend);
  options.define("WORK_GROUP_SIZE", task.configuration().integer("work_group_size"))
      .define("TILE", task.configuration().integer("tile"));
  return sdk::build(task.host(), "ols/products.kernel", options);
}

template <class Real>
Products<Real>::Products(const sdk::Task& task, assay_backend backend, const Inputs<Real>& inputs)
    : shape_(inputs.shape()),
      tiled_(task.configuration().text("product") == "tiled"),
      tile_(number(task, "tile")),
      group_(number(task, "work_group_size")),
      rows_per_split_(number(task, "rows_per_split")),
      splits_(1) {
  if (rows_per_split_ == all_rows) rows_per_split_ = shape_.rows;
  splits_ = quotient_up(shape_.rows, rows_per_split_);
  require_countable(shape_, splits_);
  const sdk::Host& host = task.host();
  program_ = build_products(task, backend);
  products_ = program_.kernel(tiled_ ? "products_tiled" : "products_naive");
  targets_ = program_.kernel("products_with_targets");
  add_ = program_.kernel("add_splits");
  x_ = {host, inputs.all_x()};
  y_ = {host, inputs.all_y()};
  partial_ = {host, shape_.batch * splits_ * sums_of_fit(shape_)};
  sums_ = {host, shape_.batch * sums_of_fit(shape_)};
}

template <class Real>
void Products<Real>::apply() const {
  const auto rows = static_cast<std::uint32_t>(shape_.rows);
  const auto columns = static_cast<std::uint32_t>(shape_.columns);
  const auto rows_per_split = static_cast<std::uint32_t>(rows_per_split_);
  const auto splits = static_cast<std::uint32_t>(splits_);
  const std::size_t tiles = quotient_up(shape_.columns, tile_);
  const std::size_t product_groups =
      tiled_ ? tiles * tiles : quotient_up(shape_.columns * shape_.columns, group_);
  const std::size_t parts = shape_.batch * splits_;
  products_.launch<2>({product_groups * group_, parts}, {group_, 1}, x_, rows, columns,
                      rows_per_split, splits, partial_);
  targets_.launch<2>({rounded_up(shape_.columns + 1, group_), parts}, {group_, 1}, x_, y_, rows,
                     columns, rows_per_split, splits, partial_);
  add_.launch<2>({rounded_up(sums_of_fit(shape_), group_), shape_.batch}, {group_, 1}, partial_,
                 columns, splits, sums_);
}

template class Products<float>;
template class Products<double>;

}  // namespace ols::accelerator
