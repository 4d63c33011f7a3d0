#include "sparse_grid/accelerator/subspace_adaptive.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/selection.hpp"
#include "sparse_grid/accelerator/streaming.hpp"
#include "sparse_grid/accelerator/subspace_linear.hpp"
#include "sparse_grid/accelerator/vectors.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

// The prefix of parameters of the half that is subspace-linear.
const std::string linear_prefix = "linear_";

// The device memory available to full subgrids: the configuration's share less all else that is
// stored, for any selection.
template <class Real>
MemoryNeed memory_for_subgrids(const Device& device, const Inputs<Real>& inputs,
                               const Configuration& configuration, bool transposed) {
  const double share =
      configuration.real("memory_share") * device.host.device_fact("global_memory_bytes");
  const auto linear = SubspaceLinear::memory_beside<Real>(inputs, configuration.part(linear_prefix),
                                                          device.backend, transposed);
  const auto streamed = Streaming::memory<Real>(inputs, configuration.part(streaming_prefix),
                                                device.backend, transposed);
  // The parts of the vector over the grid and their order, and the streamed part of the values.
  const double between = static_cast<double>((4 + sizeof(Real)) * inputs.grid_points) +
                         (transposed ? 0 : static_cast<double>(sizeof(Real) * inputs.data_points));
  return {device.host.device_fact("max_allocation_bytes"),
          share - linear.total - streamed.total - between};
}

// One half: its operator, its points, and its part of the vector over the grid.
template <class Real>
struct Half {
  Half(const sdk::Host& host, std::unique_ptr<Operator<Real>> its_product,
       const std::vector<std::uint32_t>& numbers)
      : product(std::move(its_product)), points(host, numbers), on_grid(host, numbers.size()) {}

  std::unique_ptr<Operator<Real>> product;
  sdk::Buffer<std::uint32_t> points;
  sdk::Buffer<Real> on_grid;  // surpluses or sums
};

// The operator of both halves, neither of which is empty.
template <class Real>
class Adaptive : public WholeOperator<Real> {
 public:
  Adaptive(const Device& device, const Inputs<Real>& inputs, const Parts& parts,
           const Configuration& configuration, bool transposed)
      : WholeOperator<Real>(inputs, transposed),
        host_(device.host),
        vectors_(device),
        linear_(host_,
                SubspaceLinear::create<Real>(device, {inputs.grid.part(parts.linear), inputs.data},
                                             parts.linear_vectors,
                                             configuration.part(linear_prefix), transposed),
                parts.linear),
        streamed_(host_,
                  Streaming::create<Real>(device, {inputs.grid.part(parts.streamed), inputs.data},
                                          configuration.part(streaming_prefix), transposed),
                  parts.streamed) {
    if (!transposed) streamed_values_ = {host_, inputs.data_points};
    const std::string schedule = configuration.text("schedule");
    if (schedule == "concurrent") beside_ = sdk::create_queue(host_);
    if (schedule.ends_with("-first")) beside_ = sdk::create_urgent_queue(host_);
    linear_beside_ = schedule == "linear-first";
  }

  void initialise(assay_queue* queue) override {
    linear_.product->initialise(queue);
    streamed_.product->initialise(queue);
  }

 private:
  void do_apply(const sdk::Buffer<Real>& coefficients, sdk::Buffer<Real>& results,
                assay_queue* queue) override {
    if (this->transposed()) {
      both(coefficients, linear_.on_grid, coefficients, streamed_.on_grid, queue);
      const sdk::Phase phase(host_, "merge");
      scatter(linear_, results, queue);
      scatter(streamed_, results, queue);
    } else {
      {
        const sdk::Phase phase(host_, "initialise");
        vectors_.gather(coefficients, linear_.points, linear_.on_grid, queue);
        vectors_.gather(coefficients, streamed_.points, streamed_.on_grid, queue);
      }
      both(linear_.on_grid, results, streamed_.on_grid, streamed_values_, queue);
      const sdk::Phase phase(host_, "merge");
      vectors_.add(streamed_values_, results, queue);
    }
  }

  // Enqueues the products of both halves, one after another in the queue, or one of them in a queue
  // of its own.
  void both(const sdk::Buffer<Real>& to_linear, sdk::Buffer<Real>& from_linear,
            const sdk::Buffer<Real>& to_streamed, sdk::Buffer<Real>& from_streamed,
            assay_queue* queue) {
    const bool concurrent = beside_.get() != nullptr;
    assay_queue* const beside = concurrent ? beside_.get() : queue;
    if (concurrent) host_.wait(beside, queue);
    streamed_.product->apply(to_streamed, from_streamed, linear_beside_ ? queue : beside);
    linear_.product->apply(to_linear, from_linear, linear_beside_ ? beside : queue);
    if (concurrent) host_.wait(queue, beside);
  }

  void scatter(const Half<Real>& half, const sdk::Buffer<Real>& results, assay_queue* queue) const {
    vectors_.scatter_copies(half.on_grid, 1, 0, half.points, results, queue);
  }

  sdk::Host host_;
  Vectors<Real> vectors_;
  Half<Real> linear_;
  Half<Real> streamed_;
  sdk::Buffer<Real> streamed_values_;  // B^T alpha only
  sdk::Queue beside_;                  // null: the halves run one after another
  bool linear_beside_ = false;         // the linear half is the one in `beside_`
};

void record(const sdk::Host& host, const Selection& selection, std::size_t grid_points) {
  host.trial_fact("linear_points", static_cast<double>(selection.linear_points));
  host.trial_fact("linear_subgrids", static_cast<double>(selection.linear_subgrids));
  host.trial_fact("streamed_points", static_cast<double>(grid_points - selection.linear_points));
  host.trial_fact("memory_limited", selection.memory_limited ? 1 : 0);
  host.trial_fact("subgrid_bytes", 0, "B");  // replaced when subgrids are stored
}

// With two equal queues it is left to chance which of two kernels gets the multiprocessors first,
// and one order may be slower by a fifth: CUDA has urgent queues for this.
sdk::Parameter schedule(assay_backend backend) {
  if (backend != ASSAY_CUDA) {
    return {"schedule",
            "Whether the halves run one after the other, or in two queues.",
            {"successive", "concurrent"}};
  }
  return {"schedule",
          "Whether the halves run one after the other, or in two queues, one of which may have "
          "priority.",
          {"successive", "concurrent", "linear-first", "streaming-first"}};
}

}  // namespace

std::string SubspaceAdaptive::doc(bool /*transposed*/) {
  return "Well-used subgrids are stored full, the points of the others are streamed (section 4.2).";
}

ParameterSet SubspaceAdaptive::parameters(assay_backend backend, bool transposed) {
  ParameterSet set = Selector::parameters();
  set.parameters.push_back(schedule(backend));
  set.parameters.push_back(
      {"memory_share",
       "Share of the device's memory that everything together may use: if full subgrids exceed it, "
       "those with the fewest points per byte are streamed.",
       {0.9, 0.5, 0.25, 0.1, 0.01}});
  set.add(SubspaceLinear::parameters(backend, transposed), linear_prefix);
  set.add(Streaming::parameters(backend, transposed), streaming_prefix);
  // The best form for scattered points, and its best sizes on the GPUs tried.
  set.set_default(streaming_prefix + "form", "factored");
  if (backend == ASSAY_CUDA) {
    set.set_default(streaming_prefix + "work_group_size", 64);
    set.set_default(streaming_prefix + "points_per_item", 2);
  }
  return set;
}

template <class Real>
std::unique_ptr<Operator<Real>> SubspaceAdaptive::create(const Device& device,
                                                         const Inputs<Real>& inputs,
                                                         const Configuration& configuration,
                                                         bool transposed) {
  const MemoryNeed available = memory_for_subgrids(device, inputs, configuration, transposed);
  const auto linear = configuration.part(linear_prefix);
  const auto streaming = configuration.part(streaming_prefix);
  const auto costs =
      SubspaceLinear::costs<Real>(inputs.dimensions, linear, device.backend, transposed);
  const auto subgrids =
      timed(device, &Preparation::grid_layout, [&] { return LevelVectors(inputs.grid); });
  const auto selection = timed(device, &Preparation::grid_layout, [&] {
    return Selection(subgrids, Selector::from(configuration), costs, available);
  });
  record(device.host, selection, inputs.grid_points);
  if (selection.linear_subgrids == subgrids.size()) {
    return SubspaceLinear::create(device, inputs, subgrids, linear, transposed);
  }
  if (selection.linear_subgrids == 0) {
    return Streaming::create(device, inputs, streaming, transposed);
  }
  const auto parts =
      timed(device, &Preparation::grid_layout, [&] { return Parts(subgrids, selection); });
  return std::make_unique<Adaptive<Real>>(device, inputs, parts, configuration, transposed);
}
template std::unique_ptr<Operator<float>> SubspaceAdaptive::create(const Device&,
                                                                   const Inputs<float>&,
                                                                   const Configuration&, bool);
template std::unique_ptr<Operator<double>> SubspaceAdaptive::create(const Device&,
                                                                    const Inputs<double>&,
                                                                    const Configuration&, bool);

void SubspaceAdaptive::compile(const Device& device, std::size_t dimensions, bool is_double,
                               const Configuration& configuration, bool transposed) {
  SubspaceLinear::compile(device, dimensions, is_double, configuration.part(linear_prefix),
                          transposed);
  Streaming::compile(device, dimensions, is_double, configuration.part(streaming_prefix),
                     transposed);
  Vectors<float>::build(device, is_double);
}

}  // namespace sparse_grid::accelerator
