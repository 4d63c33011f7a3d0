#include "sparse_grid/opencl/streaming.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "sparse_grid/opencl/device.hpp"
#include "sparse_grid/opencl/inputs.hpp"
#include "sparse_grid/opencl/layout.hpp"

namespace sparse_grid::opencl {
namespace {

namespace sdk = assay::sdk;

std::size_t size_parameter(const sdk::Task& task, const char* name) {
  return static_cast<std::size_t>(task.configuration().integer(name));
}

// How the work is cut, for both operators: an item holds `vectors` vectors of points (of the data
// for B^T alpha, of the grid for B v) and walks the list of the others.
struct Blocking {
  Blocking(const sdk::Task& task, const char* tile_name)
      : work_group_size(size_parameter(task, "work_group_size")),
        vector_width(size_parameter(task, "vector_width")),
        vectors(size_parameter(task, "points_per_item") / vector_width),
        tile(size_parameter(task, tile_name)),
        unroll(size_parameter(task, "unroll")),
        form(task.configuration().text("form")) {}

  [[nodiscard]] std::size_t group_points() const {
    return work_group_size * vectors * vector_width;
  }

  std::size_t work_group_size;
  std::size_t vector_width;
  std::size_t vectors;
  std::size_t tile;  // list entries in local memory; 0: none
  std::size_t unroll;
  std::string form;
};

sdk::Program build_program(const sdk::Task& task, const Blocking& blocking,
                           std::size_t reals_per_entry) {
  const bool factored = blocking.form == "factored";
  const std::size_t dimensions = read_shapes(task).dimensions;
  const bool wide = is_double(task);
  if (!factored) {
    require_local_memory(task.host(), blocking.tile * reals_per_entry * (wide ? 8 : 4));
  }
  auto options = dialect_options(task.host(), wide, blocking.vector_width);
  options.define("DIMENSIONS", static_cast<std::int64_t>(dimensions))
      .define("WORK_GROUP_SIZE", static_cast<std::int64_t>(blocking.work_group_size))
      .define("VECTORS", static_cast<std::int64_t>(blocking.vectors));
  if (!factored) {
    options.define("TILE", static_cast<std::int64_t>(blocking.tile))
        .define("UNROLL", static_cast<std::int64_t>(blocking.unroll))
        .define("SIGN_FORM", blocking.form == "sign" ? 1 : 0);
  }
  return build(task.host(), factored ? kernels::streaming_factored_cl : kernels::streaming_cl,
               options);
}

template <class Real>
Real scale_of(std::uint32_t level) {
  return static_cast<Real>(std::uint64_t{1} << level);
}

// ---- v = B^T alpha -----------------------------------------------------------------------------

sdk::Program build_multi_eval(const sdk::Task& task) {
  return build_program(task, {task, "grid_tile"}, 2 * read_shapes(task).dimensions + 1);
}

template <class Real>
class StreamingEval : public sdk::Trial {
 public:
  explicit StreamingEval(const sdk::Task& task)
      : host_(task.host()),
        blocking_(task, "grid_tile"),
        inputs_(task),
        surpluses_in_(coefficients<Real>(task, "surpluses", inputs_.grid_points)),
        values_out_(result<Real>(task, "values", inputs_.data_points)),
        kernel_(build_multi_eval(task).kernel("multi_eval")),
        stride_(round_up(inputs_.data_points, blocking_.group_points())) {
    const double real = sizeof(Real);
    const double data = static_cast<double>(inputs_.dimensions * stride_) * real;
    const double grid = static_cast<double>(inputs_.grid_points * 2 * inputs_.dimensions) * real;
    require_device_memory(host_, std::max(data, grid),
                          data + grid + static_cast<double>(stride_ + inputs_.grid_points) * real);
    data_ = {host_, by_dimension(inputs_.data, inputs_.dimensions, given_order(inputs_.data_points),
                                 stride_)};
    values_ = {host_, stride_};
    surpluses_ = {host_, inputs_.grid_points};
    if (blocking_.form == "factored") {
      lay_out_tree();
    } else {
      lay_out_list();
    }
  }

  void run() override {
    {
      const sdk::Phase phase(host_, "upload");
      if (order_.empty()) {
        surpluses_.write(surpluses_in_);
      } else {
        for (std::size_t g = 0; g < order_.size(); ++g) staged_[g] = surpluses_in_[order_[g]];
        surpluses_.write(staged_);
      }
    }
    {
      const sdk::Phase phase(host_, "kernel");
      const std::size_t items = stride_ / (blocking_.vectors * blocking_.vector_width);
      const auto stride = static_cast<std::uint32_t>(stride_);
      const auto points = static_cast<std::uint32_t>(inputs_.grid_points);
      if (blocking_.form == "factored") {
        launch_items(kernel_, items, blocking_.work_group_size, data_, stride, last_, grid_,
                     surpluses_, points, values_);
      } else {
        launch_items(kernel_, items, blocking_.work_group_size, data_, stride, grid_, surpluses_,
                     points, values_);
      }
    }
    const sdk::Phase phase(host_, "download");
    values_.read(values_out_);
  }

 private:
  void lay_out_list() {
    std::vector<Real> rows;
    rows.reserve(2 * inputs_.levels.size());
    for (std::size_t e = 0; e < inputs_.levels.size(); ++e) {
      rows.push_back(scale_of<Real>(inputs_.levels[e]));
      rows.push_back(static_cast<Real>(inputs_.indices[e]));
    }
    grid_ = {host_, rows};
  }

  void lay_out_tree() {
    const std::size_t dimensions = inputs_.dimensions;
    order_ = depth_first_order(inputs_.levels, inputs_.indices, dimensions);
    staged_.resize(order_.size());
    std::vector<std::uint32_t> last;
    std::vector<Real> hats;
    for (const std::uint32_t point : order_) {
      const auto levels = inputs_.levels.subspan(point * dimensions, dimensions);
      std::size_t k = dimensions;
      while (k > 0 && levels[k - 1] == 1) --k;
      last.push_back(static_cast<std::uint32_t>(k == 0 ? dimensions : k - 1));
      hats.push_back(k == 0 ? Real(2) : scale_of<Real>(levels[k - 1]));
      hats.push_back(k == 0 ? Real(1)
                            : static_cast<Real>(inputs_.indices[point * dimensions + k - 1]));
    }
    if (last.front() != dimensions) {
      throw sdk::Error(ASSAY_INVALID, "the grid has no root: its ancestors are not complete");
    }
    last_ = {host_, last};
    grid_ = {host_, hats};
  }

  sdk::Host host_;
  Blocking blocking_;
  Inputs<Real> inputs_;
  std::span<const Real> surpluses_in_;
  std::span<Real> values_out_;
  sdk::Kernel kernel_;
  std::size_t stride_;  // data points with padding
  sdk::Buffer<Real> data_;
  sdk::Buffer<Real> grid_;
  sdk::Buffer<std::uint32_t> last_;
  sdk::Buffer<Real> surpluses_;
  sdk::Buffer<Real> values_;
  std::vector<std::uint32_t> order_;  // of the grid points on the device; empty: as given
  std::vector<Real> staged_;
};

// ---- v' = B v ----------------------------------------------------------------------------------

struct TransposedPrograms {
  sdk::Program streaming;
  sdk::Program reduce;
};

constexpr std::size_t reduce_group_size = 64;

TransposedPrograms build_transposed(const sdk::Task& task) {
  auto options = dialect_options(task.host(), is_double(task), 1);
  options.define("WORK_GROUP_SIZE", static_cast<std::int64_t>(reduce_group_size));
  return {build_program(task, {task, "data_tile"}, read_shapes(task).dimensions + 1),
          build(task.host(), kernels::reduce_cl, options)};
}

template <class Real>
class StreamingTransposed : public sdk::Trial {
 public:
  explicit StreamingTransposed(const sdk::Task& task)
      : host_(task.host()),
        blocking_(task, "data_tile"),
        inputs_(task),
        weights_in_(coefficients<Real>(task, "weights", inputs_.data_points)),
        sums_out_(result<Real>(task, "sums", inputs_.grid_points)),
        shares_(std::min(size_parameter(task, "data_shares"), inputs_.data_points)),
        stride_(round_up(inputs_.grid_points, blocking_.group_points())) {
    const auto programs = build_transposed(task);
    kernel_ = programs.streaming.kernel("multi_eval_transposed");
    add_copies_ = programs.reduce.kernel("add_copies");
    const double real = sizeof(Real);
    const double data = static_cast<double>(inputs_.data.size()) * real;
    const double grid = static_cast<double>(stride_ * 2 * inputs_.dimensions) * real;
    const double partial = static_cast<double>(stride_ * shares_) * real;
    require_device_memory(
        host_, std::max({data, grid, partial}),
        data + grid + partial +
            static_cast<double>(inputs_.data_points + inputs_.grid_points) * real);
    data_ = {host_, inputs_.data};
    weights_ = {host_, inputs_.data_points};
    partial_ = {host_, shares_ * stride_};
    sums_ = {host_, inputs_.grid_points};
    lay_out_grid();
  }

  void run() override {
    {
      const sdk::Phase phase(host_, "upload");
      weights_.write(weights_in_);
    }
    {
      const sdk::Phase phase(host_, "kernel");
      const std::size_t items = stride_ / (blocking_.vectors * blocking_.vector_width);
      const auto data_points = static_cast<std::uint32_t>(inputs_.data_points);
      const auto share = static_cast<std::uint32_t>((inputs_.data_points + shares_ - 1) / shares_);
      const auto stride = static_cast<std::uint32_t>(stride_);
      kernel_.launch<2>({items, shares_}, {blocking_.work_group_size, 1}, data_, weights_,
                        data_points, share, grid_, stride, partial_);
      if (shares_ > 1) {
        launch_items(add_copies_, inputs_.grid_points, reduce_group_size, partial_,
                     static_cast<std::uint32_t>(shares_), stride,
                     static_cast<std::uint32_t>(inputs_.grid_points), sums_);
      }
    }
    const sdk::Phase phase(host_, "download");
    (shares_ > 1 ? sums_ : partial_).read(sums_out_);
  }

 private:
  void lay_out_grid() {
    const std::size_t dimensions = inputs_.dimensions;
    std::vector<Real> columns(2 * dimensions * stride_, Real(1));
    for (std::size_t g = 0; g < inputs_.grid_points; ++g) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        columns[2 * k * stride_ + g] = scale_of<Real>(inputs_.levels[g * dimensions + k]);
        columns[(2 * k + 1) * stride_ + g] = static_cast<Real>(inputs_.indices[g * dimensions + k]);
      }
    }
    grid_ = {host_, columns};
  }

  sdk::Host host_;
  Blocking blocking_;
  Inputs<Real> inputs_;
  std::span<const Real> weights_in_;
  std::span<Real> sums_out_;
  std::size_t shares_;  // parts of the data that groups work on apart
  std::size_t stride_;  // grid points with padding
  sdk::Kernel kernel_;
  sdk::Kernel add_copies_;
  sdk::Buffer<Real> data_;
  sdk::Buffer<Real> weights_;
  sdk::Buffer<Real> grid_;
  sdk::Buffer<Real> partial_;
  sdk::Buffer<Real> sums_;
};

// ---- descriptions ------------------------------------------------------------------------------

std::vector<sdk::Parameter> blocking_parameters(const char* item_doc, std::vector<sdk::Value> forms,
                                                const char* form_doc) {
  return {{"form", form_doc, std::move(forms), "sign"},
          {"work_group_size", "Work items in a group.", sdk::powers_of_two(1, 1024), 64},
          {"vector_width",
           "Elements of the vectors a work item computes with: for CPUs; a GPU wants 1.",
           sdk::powers_of_two(1, 16), 1},
          {"points_per_item", item_doc, sdk::powers_of_two(1, 64), 4},
          {"unroll", "List entries in one turn of the loop.", sdk::powers_of_two(1, 8), 1,
           "form != 'factored'"}};
}

std::vector<sdk::Constraint> blocking_constraints() {
  return {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
          {"vector_width <= points_per_item", "a vector holds points of one work item"},
          {"points_per_item <= 8 * vector_width", "more than 8 vectors do not stay in registers"}};
}

const std::vector<sdk::Value> tiles{0, 16, 32, 64, 128, 256};

}  // namespace

void describe_streaming(sdk::Plugin& plugin) {
  auto parameters = blocking_parameters(
      "Data points of a work item.", {"plain", "sign", "factored"},
      "How products of hats are evaluated: plain; sign (two fused operations a dimension, signs "
      "collected); factored (level 1 factored out: one hat for each grid point, along a tree).");
  parameters.push_back({"grid_tile", "Grid points staged in local memory at a time; 0: none.",
                        tiles, 0, "form != 'factored'"});
  plugin.variant({.name = "streaming.opencl",
                  .problem = "sparse-grid/multi-eval",
                  .doc = "Every basis function at every data point (Algorithm 3.1).",
                  .backend = ASSAY_OPENCL,
                  .parameters = std::move(parameters),
                  .constraints = blocking_constraints(),
                  .prepare = prepare_precision<StreamingEval>,
                  .compile = [](const sdk::Task& task) { build_multi_eval(task); }});

  parameters = blocking_parameters(
      "Grid points of a work item.", {"plain", "sign"},
      "How products of hats are evaluated: plain; sign (two fused operations a dimension, signs "
      "collected).");
  parameters.push_back(
      {"data_tile", "Data points staged in local memory at a time; 0: none.", tiles, 0});
  parameters.push_back({"data_shares",
                        "Parts of the data that different groups work on; their sums are added.",
                        sdk::powers_of_two(1, 256), 8});
  plugin.variant({.name = "streaming.opencl",
                  .problem = "sparse-grid/multi-eval-transposed",
                  .doc = "Every basis function at every data point (Algorithm 3.2).",
                  .backend = ASSAY_OPENCL,
                  .parameters = std::move(parameters),
                  .constraints = blocking_constraints(),
                  .prepare = prepare_precision<StreamingTransposed>,
                  .compile = [](const sdk::Task& task) { build_transposed(task); }});
}

}  // namespace sparse_grid::opencl
