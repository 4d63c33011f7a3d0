// Operators of kernels/sparse_grid/support_list.h and the two kernels that include it.
#include "sparse_grid/accelerator/support_list.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include "sparse_grid/accelerator/curve_order.hpp"
#include "sparse_grid/accelerator/folded/list.hpp"
#include "sparse_grid/accelerator/grid_sequence.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_list_settings.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/accelerator/vectors.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

void require_supported(const Device& device, bool is_double, const ListSettings& settings) {
  if (settings.atomic && is_double && device.backend == ASSAY_OPENCL &&
      device.host.device_fact("has_int64_atomics") == 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "the device has no 64-bit atomics (cl_khr_int64_base_atomics): use "
                     "accumulation = \"ordered\"");
  }
}

sdk::Program build_program(const Device& device, std::size_t dimensions, bool is_double,
                           const ListSettings& settings, bool transposed) {
  auto options = dialect_options(device, is_double, settings.width);
  options.define("DIMENSIONS", dimensions)
      .define("WORK_GROUP_SIZE", settings.work_group_size)
      .define("VECTORS", settings.vectors())
      .define("SKIP", 0)
      .define("TILED", settings.reciprocals_kept ? 1 : 2)
      .define("STAGE", settings.stage)
      .define("LINEAR", settings.linear_hats == LinearHats::together ? 1 : 0)
      .define("SUMS", settings.atomic ? 0 : 1);
  return sdk::build(
      device.host,
      transposed ? "sparse_grid/support_list_transposed.kernel" : "sparse_grid/support_list.kernel",
      options);
}

// The data that both operators keep on the device.
template <class Real>
struct ListWalk {
  ListWalk(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings)
      : ListWalk(device, inputs, settings, rounded_up(inputs.data_points, settings.group_points()),
                 lay_out(device, inputs.grid, settings.order)) {}
  ListWalk(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings,
           std::size_t stride, std::future<GridSequence> sequence)
      : data(with_memory(device, inputs, stride), inputs,
             settings.order.of_data(inputs.grid, settings.group_points()), stride,
             settings.lists_on_host ? SortedOn::host : SortedOn::device),
        level_one(device, data),
        tiles(settings.reciprocals_kept ? in_tiles(device, data, level_one, settings.group_points())
                                        : in_tiles(device, data, settings.group_points())),
        lists(make_lists(device, sequence.get().entries, settings)) {
    // These are needed only for making tiles and lists.
    data.columns = {};
    level_one.reciprocals = {};
  }

  // Launches a group for each segment of a batch.
  void launch(const sdk::Kernel& kernel, const ListSettings& settings,
              const typename SupportLists<Real>::Batch& batch, assay_queue* queue,
              const auto&... operands) const {
    launch_items(queue, kernel, batch.segments * settings.work_group_size, settings.work_group_size,
                 tiles, level_one.products, data.order, lists.entries(), lists.shapes(),
                 lists.bounds(), lists.tiles(), lists.list(), batch.segment_table, operands...);
  }

  OrderedData<Real> data;
  LevelOne<Real> level_one;
  sdk::Buffer<Real> tiles;
  SupportLists<Real> lists;

 private:
  // Returns the device after checking that it has memory for all data except the lists, including
  // coefficients and results.
  static const Device& with_memory(const Device& device, const Inputs<Real>& inputs,
                                   std::size_t stride) {
    const MemoryNeed data = OrderedData<Real>::memory(inputs, stride);
    const auto of_point = static_cast<double>(stride * sizeof(Real));
    const auto dimensions = static_cast<double>(inputs.dimensions);
    const double level_one = (dimensions + 1) * of_point;
    const double tiles = 2 * (dimensions + 1) * of_point;
    const auto vectors =
        static_cast<double>((inputs.data_points + inputs.grid_points) * sizeof(Real));
    require_device_memory(
        device, {std::max(data.largest, tiles), data.total + level_one + tiles + vectors});
    return device;
  }

  SupportLists<Real> make_lists(const Device& device, const SupportEntries& entries,
                                const ListSettings& settings) const {
    return timed(device, &Preparation::upload, [&] {
      SupportLists<Real> made(device, entries, GridEntries<Real>(device.host, entries),
                              boxes_of(device, data, settings.group_points()),
                              settings.limits(device));
      device.host.finish();
      return made;
    });
  }
};

// v = B^T alpha
template <class Real>
class ListEval : public WholeOperator<Real> {
 public:
  ListEval(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings)
      : WholeOperator<Real>(inputs, false),
        host_(device.host),
        settings_(settings),
        kernel_(build_program(device, inputs.dimensions, sizeof(Real) == 8, settings, false)
                    .kernel("multi_eval")),
        walk_(device, inputs, settings),
        partial_(host_, walk_.lists.most_segments() * settings.group_points()) {}

  void initialise(assay_queue* /*queue*/) override {}

 private:
  void do_apply(const sdk::Buffer<Real>& surpluses, sdk::Buffer<Real>& values,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    for (const auto& batch : walk_.lists.batches()) {
      walk_.lists.bring(batch, queue);
      walk_.launch(kernel_, settings_, batch, queue, surpluses, partial_, values);
      walk_.lists.add_segments(batch, partial_, walk_.data, walk_.level_one.products, values,
                               queue);
    }
  }

  sdk::Host host_;
  ListSettings settings_;
  sdk::Kernel kernel_;
  ListWalk<Real> walk_;
  sdk::Buffer<Real> partial_;  // [segments][points of a tile]
};

// v' = B v
template <class Real>
class ListTransposed : public WholeOperator<Real> {
 public:
  ListTransposed(const Device& device, const Inputs<Real>& inputs, const ListSettings& settings)
      : WholeOperator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        kernel_(build_program(device, inputs.dimensions, sizeof(Real) == 8, settings, true)
                    .kernel("multi_eval_transposed")),
        vectors_(device),
        walk_(device, inputs, settings),
        sums_(host_, settings.copies * inputs.grid_points) {
    if (!settings.atomic) entry_sums_ = {host_, walk_.lists.most_entries()};
  }

  void initialise(assay_queue* queue) override {
    const sdk::Phase phase(host_, "initialise");
    sums_.fill(0, queue);
  }

 private:
  void do_apply(const sdk::Buffer<Real>& weights, sdk::Buffer<Real>& sums,
                assay_queue* queue) override {
    const sdk::Phase phase(host_, "kernel");
    const std::size_t points = this->shapes().grid_points;
    const auto width = static_cast<std::uint32_t>(points);
    const auto copies = static_cast<std::uint32_t>(settings_.copies);
    for (const auto& batch : walk_.lists.batches()) {
      walk_.lists.bring(batch, queue);
      walk_.launch(kernel_, settings_, batch, queue, weights,
                   settings_.atomic ? sums_ : entry_sums_, width, copies);
      if (!settings_.atomic) {
        walk_.lists.add_entries(batch, entry_sums_, points, settings_.copies, sums_, queue);
      }
    }
    vectors_.add_copies(sums_, settings_.copies, points, points, sums, queue);
  }

  sdk::Host host_;
  ListSettings settings_;
  sdk::Kernel kernel_;
  Vectors<Real> vectors_;
  ListWalk<Real> walk_;
  sdk::Buffer<Real> sums_;        // [copies][grid points]
  sdk::Buffer<Real> entry_sums_;  // in a fixed order of additions: for each entry of the lists
};

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> SupportList::create(const Device& device,
                                                    const Inputs<Real>& inputs,
                                                    const Configuration& configuration,
                                                    bool transposed) {
  if (is_streamed(configuration)) {
    return Streaming::create<Real>(device, inputs, configuration.part(streaming_prefix),
                                   transposed);
  }
  const ListSettings settings(configuration, device.backend, transposed);
  require_supported(device, sizeof(Real) == 8, settings);
  if (settings.linear_hats == LinearHats::folded) {
    return folded::create(device, inputs, settings.order,
                          folded::Settings(configuration, device.backend, transposed), transposed);
  }
  require_local_memory(device, settings.local_bytes(sizeof(Real) == 8, transposed));
  if (transposed) return std::make_unique<ListTransposed<Real>>(device, inputs, settings);
  return std::make_unique<ListEval<Real>>(device, inputs, settings);
}
template std::unique_ptr<Operator<float>> SupportList::create(const Device&, const Inputs<float>&,
                                                              const Configuration&, bool);
template std::unique_ptr<Operator<double>> SupportList::create(const Device&, const Inputs<double>&,
                                                               const Configuration&, bool);

template <class Real>
Products<Real> SupportList::create_products(const Device& device, const Inputs<Real>& inputs,
                                            const Configuration& evaluate,
                                            const Configuration& accumulate) {
  if (is_streamed(evaluate) || is_streamed(accumulate)) {
    return {create<Real>(device, inputs, evaluate, false),
            create<Real>(device, inputs, accumulate, true)};
  }
  const ListSettings first(evaluate, device.backend, false);
  const ListSettings second(accumulate, device.backend, true);
  if (first.linear_hats == LinearHats::folded && second.linear_hats == LinearHats::folded &&
      first.order == second.order) {
    const folded::Settings one(evaluate, device.backend, false);
    const folded::Settings other(accumulate, device.backend, true);
    if (one.shares_parts_with(other)) {
      require_supported(device, sizeof(Real) == 8, second);
      return folded::create_products(device, inputs, first.order, one, other);
    }
  }
  return {create<Real>(device, inputs, evaluate, false),
          create<Real>(device, inputs, accumulate, true)};
}
template Products<float> SupportList::create_products(const Device&, const Inputs<float>&,
                                                      const Configuration&, const Configuration&);
template Products<double> SupportList::create_products(const Device&, const Inputs<double>&,
                                                       const Configuration&, const Configuration&);

void SupportList::compile(const Device& device, std::size_t dimensions, bool is_double,
                          const Configuration& configuration, bool transposed) {
  if (is_streamed(configuration)) {
    Streaming::compile(device, dimensions, is_double, configuration.part(streaming_prefix),
                       transposed);
    return;
  }
  const ListSettings settings(configuration, device.backend, transposed);
  require_supported(device, is_double, settings);
  if (settings.linear_hats == LinearHats::folded) {
    folded::compile(device, dimensions, is_double,
                    folded::Settings(configuration, device.backend, transposed), transposed);
  } else {
    require_local_memory(device, settings.local_bytes(is_double, transposed));
    build_program(device, dimensions, is_double, settings, transposed);
  }
  SupportLists<float>::compile(device, is_double);
  compile_ordered_data(device, is_double);
  if (!settings.lists_on_host && is_curve(settings.order.curve())) {
    compile_curve_order(device, is_double, settings.order.curve(),
                        settings.order.cells(dimensions));
  }
  if (transposed) Vectors<float>::build(device, is_double);
}

}  // namespace sparse_grid::accelerator
