// Streaming over the whole list: kernels/sparse_grid/streaming.kernel and streaming_runtime.kernel.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/copies.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "sparse_grid/accelerator/streaming_trials.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

std::int64_t form_number(const std::string& form) {
  if (form == "plain") return 0;
  return form == "saturate" ? 1 : 2;
}

// How the work is cut: an item holds `vectors` vectors of points (of the data for B^T alpha, of the
// grid for B v) and walks one share of the list of the others.
struct Blocking {
  Blocking(const sdk::Task& task, assay_backend which, bool transposed)
      : backend(which),
        work_group_size(size_parameter(task, "work_group_size")),
        width(vector_width(task, which)),
        points(size_parameter(task, "points_per_item")),
        fixed_dimension(task.configuration().text("dimension") == "compile-time"),
        tile(fixed_dimension ? size_parameter(task, transposed ? "data_tile" : "grid_tile") : 0),
        unroll(size_parameter(task, "unroll")),
        form(task.configuration().text("form")) {
    const Shapes shapes = read_shapes(task);
    list_size = transposed ? shapes.data_points : shapes.grid_points;
    shares = std::min(size_parameter(task, transposed ? "data_shares" : "grid_shares"), list_size);
    // Entries start at multiples of 16 bytes, so that they can be read 16 bytes at a time.
    const std::size_t aligned = 16 / (is_double(task) ? 8 : 4);
    row = round_up((transposed ? 1 : 2) * shapes.dimensions, aligned);
  }

  [[nodiscard]] std::size_t vectors() const { return points / width; }
  [[nodiscard]] std::size_t group_points() const { return work_group_size * points; }
  [[nodiscard]] std::size_t share() const { return (list_size + shares - 1) / shares; }

  assay_backend backend;
  std::size_t work_group_size;
  std::size_t width;
  std::size_t points;
  bool fixed_dimension;  // known when the kernel is compiled
  std::size_t tile;      // list entries in local memory; 0: none
  std::size_t unroll;
  std::string form;
  std::size_t list_size = 0;
  std::size_t shares = 0;  // parts of the list that groups walk apart
  std::size_t row = 0;     // reals from one list entry to the next
};

sdk::Program build_program(const sdk::Task& task, const Blocking& blocking) {
  const bool wide = is_double(task);
  require_local_memory(task.host(), blocking.backend,
                       blocking.tile * (blocking.row + 1) * (wide ? 8 : 4));
  auto options = dialect_options(task.host(), blocking.backend, wide, blocking.width);
  options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(blocking.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(blocking.vectors()))
      .define("FORM", form_number(blocking.form))
      .define("UNROLL", static_cast<std::int64_t>(blocking.unroll));
  if (!blocking.fixed_dimension) {
    return build(task.host(), kernels::streaming_runtime_kernel, options);
  }
  options.define("DIMENSIONS", static_cast<std::int64_t>(read_shapes(task).dimensions))
      .define("TILE", static_cast<std::int64_t>(blocking.tile))
      .define("ROW", static_cast<std::int64_t>(blocking.row));
  return build(task.host(), kernels::streaming_kernel, options);
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

// What both operators share: points held by items, a list that is walked, coefficients of the list
// and one result for each point.
template <class Real>
class ListTrial : public sdk::Trial {
 public:
  ListTrial(const sdk::Task& task, assay_backend backend, bool transposed)
      : host_(task.host()),
        blocking_(task, backend, transposed),
        inputs_(task),
        count_(transposed ? inputs_.grid_points : inputs_.data_points),
        stride_(round_up(count_, blocking_.group_points())),
        coefficients_in_(
            coefficients<Real>(task, transposed ? "weights" : "surpluses", blocking_.list_size)),
        results_out_(result<Real>(task, transposed ? "sums" : "values", count_)),
        kernel_(build_program(task, blocking_)
                    .kernel(transposed ? "multi_eval_transposed" : "multi_eval")),
        add_copies_(host_, backend, is_double(task)) {
    const std::size_t reals_held = inputs_.dimensions * (transposed ? 2 : 1) * stride_;
    const auto bytes = [](std::size_t reals) { return static_cast<double>(reals * sizeof(Real)); };
    const double held = bytes(reals_held);
    const double list = bytes(blocking_.list_size * blocking_.row);
    const double partial = bytes(stride_ * blocking_.shares);
    require_device_memory(host_, std::max({held, list, partial}),
                          held + list + partial + bytes(blocking_.list_size + count_));
    if (transposed) {
      held_ = {host_, grid_columns(inputs_, stride_)};
      list_ = {host_, data_rows(inputs_, blocking_.row)};
    } else {
      held_ = {host_, by_dimension(inputs_.data, inputs_.dimensions, given_order(count_), stride_)};
      list_ = {host_, grid_rows(inputs_, blocking_.row)};
    }
    coefficients_ = {host_, blocking_.list_size};
    partial_ = {host_, blocking_.shares * stride_};
    results_ = {host_, count_};
    transposed_ = transposed;
  }

  void run() override {
    {
      const sdk::Phase phase(host_, "upload");
      coefficients_.write(coefficients_in_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      launch_kernel();
      if (blocking_.shares > 1) {
        add_copies_.launch(partial_, blocking_.shares, stride_, count_, results_);
      }
    }
    const sdk::Phase phase(host_, "download");
    (blocking_.shares > 1 ? results_ : partial_).read(results_out_);
  }

 private:
  void launch_kernel() const {
    const std::array<std::size_t, 2> global{stride_ / blocking_.points, blocking_.shares};
    const std::array<std::size_t, 2> local{blocking_.work_group_size, 1};
    const auto stride = static_cast<std::uint32_t>(stride_);
    const auto size = static_cast<std::uint32_t>(blocking_.list_size);
    const auto share = static_cast<std::uint32_t>(blocking_.share());
    const auto launch = [&](const auto&... run_time) {
      if (transposed_) {
        kernel_.launch<2>(global, local, list_, coefficients_, size, share, held_, stride, partial_,
                          run_time...);
      } else {
        kernel_.launch<2>(global, local, held_, stride, list_, coefficients_, size, share, partial_,
                          run_time...);
      }
    };
    if (blocking_.fixed_dimension) {
      launch();
    } else {
      launch(static_cast<std::uint32_t>(inputs_.dimensions),
             static_cast<std::uint32_t>(blocking_.row));
    }
  }

  sdk::Host host_;
  Blocking blocking_;
  Inputs<Real> inputs_;
  bool transposed_ = false;
  std::size_t count_;   // points that items hold
  std::size_t stride_;  // the same with padding
  std::span<const Real> coefficients_in_;
  std::span<Real> results_out_;
  sdk::Kernel kernel_;
  AddCopies add_copies_;
  sdk::Buffer<Real> held_;
  sdk::Buffer<Real> list_;
  sdk::Buffer<Real> coefficients_;
  sdk::Buffer<Real> partial_;
  sdk::Buffer<Real> results_;
};

}  // namespace

std::unique_ptr<sdk::Trial> prepare_list(const sdk::Task& task, assay_backend backend,
                                         bool transposed) {
  if (is_double(task)) return std::make_unique<ListTrial<double>>(task, backend, transposed);
  return std::make_unique<ListTrial<float>>(task, backend, transposed);
}

void compile_list(const sdk::Task& task, assay_backend backend, bool transposed) {
  build_program(task, {task, backend, transposed});
  AddCopies::program(task.host(), backend, is_double(task));
}

}  // namespace sparse_grid::accelerator
