// Operators of kernels/sparse_grid/streaming.kernel and streaming_runtime.kernel.
#include "sparse_grid/accelerator/list.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "sparse_grid/accelerator/vectors.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

std::int64_t form_number(const std::string& form) {
  if (form == "plain") return 0;
  return form == "saturate" ? 1 : 2;
}

// The division of the work: an item holds vectors of points (of the data for B^T alpha, of the grid
// for B v) and walks one share of the list of the other points.
struct Blocking : Items {
  Blocking(const Configuration& configuration, assay_backend backend, bool transposed)
      : Items(configuration, backend),
        fixed_dimension(configuration.text("dimension") == "compile-time"),
        tile(fixed_dimension ? configuration.size(transposed ? "data_tile" : "grid_tile") : 0),
        unroll(configuration.size("unroll")),
        shares(configuration.size(transposed ? "data_shares" : "grid_shares")),
        form(configuration.text("form")) {}

  bool fixed_dimension;  // known when the kernel is compiled
  std::size_t tile;      // list entries in local memory; 0: none
  std::size_t unroll;
  std::size_t shares;  // parts of the list that different groups walk
  std::string form;
};

// Reals from one list entry to the next. Entries start at multiples of 16 bytes, so that they can
// be read 16 bytes at a time.
std::size_t row_size(std::size_t dimensions, bool is_double, bool transposed) {
  return rounded_up((transposed ? 1 : 2) * dimensions, 16 / (is_double ? 8 : 4));
}

sdk::Program build_program(const Device& device, std::size_t dimensions, bool is_double,
                           const Blocking& blocking, bool transposed) {
  const std::size_t row = row_size(dimensions, is_double, transposed);
  require_local_memory(device, blocking.tile * (row + 1) * (is_double ? 8 : 4));
  auto options = dialect_options(device, is_double, blocking.width);
  options.define("WORK_GROUP_SIZE", blocking.work_group_size)
      .define("VECTORS", blocking.vectors())
      .define("FORM", form_number(blocking.form))
      .define("UNROLL", blocking.unroll);
  if (!blocking.fixed_dimension) {
    return sdk::build(device.host, "sparse_grid/streaming_runtime.kernel", options);
  }
  options.define("DIMENSIONS", dimensions).define("TILE", blocking.tile).define("ROW", row);
  return sdk::build(device.host, "sparse_grid/streaming.kernel", options);
}

template <class Real>
Real scale_of(std::uint32_t level) {
  return static_cast<Real>(std::uint64_t{1} << level);
}

// Rows [grid_points][row]: 2^level and index by dimension.
template <class Real>
std::vector<Real> grid_rows(const GridPoints& grid, std::size_t row) {
  std::vector<Real> rows(grid.size() * row);
  for (std::size_t g = 0; g < grid.size(); ++g) {
    const auto level = grid.level(g);
    const auto index = grid.index(g);
    Real* const pairs = rows.data() + g * row;
    for (std::size_t k = 0; k < grid.dimensions(); ++k) {
      pairs[2 * k] = scale_of<Real>(level[k]);
      pairs[2 * k + 1] = static_cast<Real>(index[k]);
    }
  }
  return rows;
}

// Columns [2 * dimensions][stride]: 2^level, then index, of each dimension in turn.
template <class Real>
std::vector<Real> grid_columns(const GridPoints& grid, std::size_t stride) {
  std::vector<Real> columns(2 * grid.dimensions() * stride, Real(1));
  for (std::size_t g = 0; g < grid.size(); ++g) {
    const auto level = grid.level(g);
    const auto index = grid.index(g);
    for (std::size_t k = 0; k < grid.dimensions(); ++k) {
      Real* const column = columns.data() + 2 * k * stride + g;
      column[0] = scale_of<Real>(level[k]);
      column[stride] = static_cast<Real>(index[k]);
    }
  }
  return columns;
}

// Rows [points][row] of the data points.
template <class Real>
std::vector<Real> data_rows(std::span<const Real> data, std::size_t dimensions, std::size_t row) {
  std::vector<Real> rows(data.size() / dimensions * row);
  for (std::size_t j = 0; j < data.size() / dimensions; ++j) {
    std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(j * dimensions), dimensions,
                rows.begin() + static_cast<std::ptrdiff_t>(j * row));
  }
  return rows;
}

// The data that operators of one grid share.
template <class Real>
struct ListGrid {
  ListGrid(const Device& where, const GridPoints& grid, const Blocking& cut, bool transposes)
      : device{where.host, where.backend},
        blocking(cut),
        transposed(transposes),
        dimensions(grid.dimensions()),
        points(grid.size()),
        row(row_size(dimensions, sizeof(Real) == 8, transposed)),
        stride(rounded_up(points, cut.group_points())),
        kernel(build_program(device, dimensions, sizeof(Real) == 8, cut, transposed)
                   .kernel(transposed ? "multi_eval_transposed" : "multi_eval")),
        vectors(device) {
    const auto laid_out = timed(where, &Preparation::grid_layout, [&] {
      return transposed ? grid_columns<Real>(grid, stride) : grid_rows<Real>(grid, row);
    });
    timed(where, &Preparation::upload, [&] { values = {device.host, laid_out}; });
  }

  Device device;
  Blocking blocking;
  bool transposed;
  std::size_t dimensions;
  std::size_t points;
  std::size_t row;     // reals from one list entry to the next, of the grid or the data
  std::size_t stride;  // grid points that items hold (B v), with padding
  sdk::Kernel kernel;
  Vectors<Real> vectors;
  sdk::Buffer<Real> values;
};

template <class Real>
MemoryNeed list_memory(const Shapes& shapes, const Blocking& blocking, bool transposed) {
  const auto bytes = [](std::size_t reals) { return static_cast<double>(reals * sizeof(Real)); };
  const std::size_t results = transposed ? shapes.grid_points : shapes.data_points;
  const std::size_t listed = transposed ? shapes.data_points : shapes.grid_points;
  const double held = bytes(shapes.dimensions * (transposed ? 2 : 1) *
                            rounded_up(results, blocking.group_points()));
  const double list = bytes(listed * row_size(shapes.dimensions, sizeof(Real) == 8, transposed));
  const double partial =
      blocking.shares > 1 ? bytes(results * std::min(blocking.shares, listed)) : 0;
  return {std::max({held, list, partial}), held + list + partial + bytes(listed + results)};
}

// An operator with points held by items, a list that is walked, coefficients for the points of the
// list and one result for each point held.
template <class Real>
class List : public ListOperator<Real> {
 public:
  List(std::shared_ptr<const ListGrid<Real>> grid, const Device& device, std::span<const Real> data)
      : ListOperator<Real>(Shapes{grid->dimensions, data.size() / grid->dimensions, grid->points},
                           grid->transposed),
        grid_(std::move(grid)) {
    const auto values = timed(device, &Preparation::data_layout, [&] { return laid_out(data); });
    timed(device, &Preparation::upload, [&] { data_ = {host(), values}; });
    fit(this->shapes().data_points);
    if (shares_ > 1) partial_ = {host(), shares_ * this->result_count()};
  }

  std::unique_ptr<ListOperator<Real>> with_data(std::span<const Real> data) const override {
    return std::make_unique<List>(grid_, grid_->device, data);
  }

  sdk::HostArray<Real> lay_out(std::span<const Real> data) const override {
    const std::vector<Real> values = laid_out(data);
    sdk::HostArray<Real> kept(host(), values.size());
    std::ranges::copy(values, kept.begin());
    return kept;
  }

  void load(const sdk::HostArray<Real>& values, std::size_t points, assay_queue* queue) override {
    const sdk::Phase phase(host(), "upload");
    data_.write_async({values.data(), values.size()}, 0, queue);
    fit(points);
  }

  void initialise(assay_queue* /*queue*/) override {}

 private:
  [[nodiscard]] const sdk::Host& host() const { return grid_->device.host; }

  [[nodiscard]] std::vector<Real> laid_out(std::span<const Real> data) const {
    const std::size_t points = data.size() / grid_->dimensions;
    return grid_->transposed ? data_rows(data, grid_->dimensions, grid_->row)
                             : by_dimension(data, grid_->dimensions, stride_of(points));
  }
  [[nodiscard]] std::size_t stride_of(std::size_t points) const {
    return rounded_up(points, grid_->blocking.group_points());
  }

  void fit(std::size_t points) {
    this->set_data_points(points);
    stride_ = grid_->transposed ? grid_->stride : stride_of(points);
    shares_ = std::min(grid_->blocking.shares, this->coefficient_count());
  }

  void do_apply(const sdk::Buffer<Real>& coefficients, sdk::Buffer<Real>& results,
                assay_queue* queue) override {
    const sdk::Phase phase(host(), "kernel");
    if (shares_ == 1) {
      launch(coefficients, results, queue);
      return;
    }
    launch(coefficients, partial_, queue);
    const std::size_t count = this->result_count();
    grid_->vectors.add_copies(partial_, shares_, count, count, results, queue);
  }

  // `sums` is [shares][result_count].
  void launch(const sdk::Buffer<Real>& coefficients, const sdk::Buffer<Real>& sums,
              assay_queue* queue) const {
    const Blocking& blocking = grid_->blocking;
    const std::array<std::size_t, 2> global{stride_ / blocking.points, shares_};
    const std::array<std::size_t, 2> local{blocking.work_group_size, 1};
    const auto stride = static_cast<std::uint32_t>(stride_);
    const auto listed = static_cast<std::uint32_t>(this->coefficient_count());
    const auto share = static_cast<std::uint32_t>((listed + shares_ - 1) / shares_);
    const auto count = static_cast<std::uint32_t>(this->result_count());
    const auto enqueue = [&](const auto&... run_time) {
      if (this->transposed()) {
        grid_->kernel.template launch_on<2>(queue, global, local, data_, coefficients, listed,
                                            share, grid_->values, stride, count, sums, run_time...);
      } else {
        grid_->kernel.template launch_on<2>(queue, global, local, data_, stride, count,
                                            grid_->values, coefficients, listed, share, sums,
                                            run_time...);
      }
    };
    if (blocking.fixed_dimension) {
      enqueue();
    } else {
      enqueue(static_cast<std::uint32_t>(grid_->dimensions),
              static_cast<std::uint32_t>(grid_->row));
    }
  }

  std::shared_ptr<const ListGrid<Real>> grid_;
  std::size_t stride_ = 0;  // points that items hold, with padding
  std::size_t shares_ = 0;
  sdk::Buffer<Real> data_;
  sdk::Buffer<Real> partial_;  // of the shares, if there are several
};

}  // namespace

template <class Real>
std::unique_ptr<ListOperator<Real>> create_list(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed) {
  const Blocking blocking(configuration, device.backend, transposed);
  require_device_memory(device, list_memory<Real>(inputs, blocking, transposed));
  return std::make_unique<List<Real>>(
      std::make_shared<const ListGrid<Real>>(device, inputs.grid, blocking, transposed), device,
      inputs.data);
}
template std::unique_ptr<ListOperator<float>> create_list(const Device&, const Inputs<float>&,
                                                          const Configuration&, bool);
template std::unique_ptr<ListOperator<double>> create_list(const Device&, const Inputs<double>&,
                                                           const Configuration&, bool);

std::size_t list_group(const Configuration& configuration, assay_backend backend, bool transposed) {
  const Blocking blocking(configuration, backend, transposed);
  return transposed ? std::max<std::size_t>(blocking.tile, 1) : blocking.group_points();
}

template <class Real>
MemoryNeed list_memory(const Shapes& shapes, const Configuration& configuration,
                       assay_backend backend, bool transposed) {
  return list_memory<Real>(shapes, Blocking(configuration, backend, transposed), transposed);
}
template MemoryNeed list_memory<float>(const Shapes&, const Configuration&, assay_backend, bool);
template MemoryNeed list_memory<double>(const Shapes&, const Configuration&, assay_backend, bool);

void compile_list(const Device& device, std::size_t dimensions, bool is_double,
                  const Configuration& configuration, bool transposed) {
  const Blocking blocking(configuration, device.backend, transposed);
  build_program(device, dimensions, is_double, blocking, transposed);
  Vectors<float>::build(device, is_double);
}

}  // namespace sparse_grid::accelerator
