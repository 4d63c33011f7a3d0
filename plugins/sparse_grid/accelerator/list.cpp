// kernels/sparse_grid/streaming.kernel and streaming_runtime.kernel.
#include "sparse_grid/accelerator/list.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels.hpp"
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

// How the work is cut: an item holds vectors of points (of the data for B^T alpha, of the grid for
// B v) and walks one share of the list of the others.
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
  std::size_t shares;  // parts of the list that groups walk apart
  std::string form;
};

// Reals from one list entry to the next. Entries start at multiples of 16 bytes, so that they can
// be read 16 bytes at a time.
std::size_t row_size(std::size_t dimensions, bool is_double, bool transposed) {
  return round_up((transposed ? 1 : 2) * dimensions, 16 / (is_double ? 8 : 4));
}

sdk::Program build_program(const Device& device, std::size_t dimensions, bool is_double,
                           const Blocking& blocking, bool transposed) {
  const std::size_t row = row_size(dimensions, is_double, transposed);
  require_local_memory(device, blocking.tile * (row + 1) * (is_double ? 8 : 4));
  auto options = dialect_options(device, is_double, blocking.width);
  options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(blocking.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(blocking.vectors()))
      .define("FORM", form_number(blocking.form))
      .define("UNROLL", static_cast<std::int64_t>(blocking.unroll));
  if (!blocking.fixed_dimension) {
    return build(device, kernels::streaming_runtime_kernel, options);
  }
  options.define("DIMENSIONS", static_cast<std::int64_t>(dimensions))
      .define("TILE", static_cast<std::int64_t>(blocking.tile))
      .define("ROW", static_cast<std::int64_t>(row));
  return build(device, kernels::streaming_kernel, options);
}

template <class Real>
Real scale_of(std::uint32_t level) {
  return static_cast<Real>(std::uint64_t{1} << level);
}

// [grid_points][row]: 2^level and index by dimension.
template <class Real>
std::vector<Real> grid_rows(const Inputs<Real>& inputs, std::size_t row) {
  const std::size_t d = inputs.dimensions;
  std::vector<Real> rows(inputs.grid_points * row);
  for (std::size_t e = 0; e < inputs.levels.size(); ++e) {
    Real* const pair = rows.data() + e / d * row + 2 * (e % d);
    pair[0] = scale_of<Real>(inputs.levels[e]);
    pair[1] = static_cast<Real>(inputs.indices[e]);
  }
  return rows;
}

// [2 * dimensions][stride]: 2^level, then index, of each dimension in turn.
template <class Real>
std::vector<Real> grid_columns(const Inputs<Real>& inputs, std::size_t stride) {
  const std::size_t d = inputs.dimensions;
  std::vector<Real> columns(2 * d * stride, Real(1));
  for (std::size_t e = 0; e < inputs.levels.size(); ++e) {
    Real* const column = columns.data() + 2 * (e % d) * stride + e / d;
    column[0] = scale_of<Real>(inputs.levels[e]);
    column[stride] = static_cast<Real>(inputs.indices[e]);
  }
  return columns;
}

// [data_points][row]
template <class Real>
std::vector<Real> data_rows(const Inputs<Real>& inputs, std::size_t row) {
  std::vector<Real> rows(inputs.data_points * row);
  for (std::size_t j = 0; j < inputs.data_points; ++j) {
    std::copy_n(inputs.data.begin() + static_cast<std::ptrdiff_t>(j * inputs.dimensions),
                inputs.dimensions, rows.begin() + static_cast<std::ptrdiff_t>(j * row));
  }
  return rows;
}

template <class Real>
Memory list_memory(const Shapes& shapes, const Blocking& blocking, bool transposed) {
  const auto bytes = [](std::size_t reals) { return static_cast<double>(reals * sizeof(Real)); };
  const std::size_t results = transposed ? shapes.grid_points : shapes.data_points;
  const std::size_t listed = transposed ? shapes.data_points : shapes.grid_points;
  const double held =
      bytes(shapes.dimensions * (transposed ? 2 : 1) * round_up(results, blocking.group_points()));
  const double list = bytes(listed * row_size(shapes.dimensions, sizeof(Real) == 8, transposed));
  const double partial =
      blocking.shares > 1 ? bytes(results * std::min(blocking.shares, listed)) : 0;
  return {std::max({held, list, partial}), held + list + partial + bytes(listed + results)};
}

// Points held by items, a list that is walked, coefficients of the list and one result for each
// point held.
template <class Real>
class List : public Operator<Real> {
 public:
  List(const Device& device, const Inputs<Real>& inputs, const Blocking& blocking, bool transposed)
      : Operator<Real>(inputs, transposed),
        host_(device.host),
        blocking_(blocking),
        row_(row_size(inputs.dimensions, sizeof(Real) == 8, transposed)),
        stride_(round_up(this->result_count(), blocking.group_points())),
        shares_(std::min(blocking.shares, this->coefficient_count())),
        kernel_(build_program(device, inputs.dimensions, sizeof(Real) == 8, blocking, transposed)
                    .kernel(transposed ? "multi_eval_transposed" : "multi_eval")),
        vectors_(device) {
    require_device_memory(device, list_memory<Real>(inputs, blocking, transposed));
    const auto arrays = lay_out(device, inputs);
    timed(device, &Preparation::upload, [&] {
      held_ = {host_, arrays.first};
      list_ = {host_, arrays.second};
    });
    if (shares_ > 1) partial_ = {host_, shares_ * this->result_count()};
  }

  void initialise(assay_queue* /*queue*/) override {}

 private:
  void do_apply(const sdk::Buffer<Real>& coefficients, sdk::Buffer<Real>& results,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    if (shares_ == 1) {
      launch(coefficients, results, queue);
      return;
    }
    launch(coefficients, partial_, queue);
    vectors_.add_copies(partial_, shares_, results.size(), results.size(), results, queue);
  }

  // What items hold, and the list.
  std::pair<std::vector<Real>, std::vector<Real>> lay_out(const Device& device,
                                                          const Inputs<Real>& inputs) const {
    if (this->transposed()) {
      return {
          timed(device, &Preparation::grid_layout, [&] { return grid_columns(inputs, stride_); }),
          timed(device, &Preparation::data_layout, [&] { return data_rows(inputs, row_); })};
    }
    return {timed(device, &Preparation::data_layout,
                  [&] {
                    return by_dimension(inputs.data, inputs.dimensions,
                                        given_order(inputs.data_points), stride_);
                  }),
            timed(device, &Preparation::grid_layout, [&] { return grid_rows(inputs, row_); })};
  }

  // sums: [shares][result_count]
  void launch(const sdk::Buffer<Real>& coefficients, const sdk::Buffer<Real>& sums,
              assay_queue* queue) const {
    const std::array<std::size_t, 2> global{stride_ / blocking_.points, shares_};
    const std::array<std::size_t, 2> local{blocking_.work_group_size, 1};
    const auto stride = static_cast<std::uint32_t>(stride_);
    const auto size = static_cast<std::uint32_t>(coefficients.size());
    const auto share = static_cast<std::uint32_t>((coefficients.size() + shares_ - 1) / shares_);
    const auto count = static_cast<std::uint32_t>(this->result_count());
    const auto enqueue = [&](const auto&... run_time) {
      if (this->transposed()) {
        kernel_.launch_on<2>(queue, global, local, list_, coefficients, size, share, held_, stride,
                             count, sums, run_time...);
      } else {
        kernel_.launch_on<2>(queue, global, local, held_, stride, count, list_, coefficients, size,
                             share, sums, run_time...);
      }
    };
    if (blocking_.fixed_dimension) {
      enqueue();
    } else {
      enqueue(static_cast<std::uint32_t>(this->shapes().dimensions),
              static_cast<std::uint32_t>(row_));
    }
  }

  sdk::Host host_;
  Blocking blocking_;
  std::size_t row_;     // reals from one list entry to the next
  std::size_t stride_;  // points that items hold, with padding
  std::size_t shares_;
  sdk::Kernel kernel_;
  Vectors<Real> vectors_;
  sdk::Buffer<Real> held_;
  sdk::Buffer<Real> list_;
  sdk::Buffer<Real> partial_;  // of several shares
};

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> create_list(const Device& device, const Inputs<Real>& inputs,
                                            const Configuration& configuration, bool transposed) {
  const Blocking blocking(configuration, device.backend, transposed);
  return std::make_unique<List<Real>>(device, inputs, blocking, transposed);
}
template std::unique_ptr<Operator<float>> create_list(const Device&, const Inputs<float>&,
                                                      const Configuration&, bool);
template std::unique_ptr<Operator<double>> create_list(const Device&, const Inputs<double>&,
                                                       const Configuration&, bool);

template <class Real>
Memory list_memory(const Shapes& shapes, const Configuration& configuration, assay_backend backend,
                   bool transposed) {
  return list_memory<Real>(shapes, Blocking(configuration, backend, transposed), transposed);
}
template Memory list_memory<float>(const Shapes&, const Configuration&, assay_backend, bool);
template Memory list_memory<double>(const Shapes&, const Configuration&, assay_backend, bool);

void compile_list(const Device& device, std::size_t dimensions, bool is_double,
                  const Configuration& configuration, bool transposed) {
  const Blocking blocking(configuration, device.backend, transposed);
  build_program(device, dimensions, is_double, blocking, transposed);
  Vectors<float>::build(device, is_double);
}

}  // namespace sparse_grid::accelerator
