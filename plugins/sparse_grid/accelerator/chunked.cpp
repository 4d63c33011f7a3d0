#include "sparse_grid/accelerator/chunked.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/chunks.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

template <class Real>
double vector_bytes(std::size_t elements) {
  return static_cast<double>(elements * sizeof(Real));
}

// ---- vectors on the device ---------------------------------------------------------------------

template <class Real>
class ChunkedOperator : public WholeOperator<Real> {
 public:
  ChunkedOperator(const Device& device, const Inputs<Real>& inputs,
                  const Configuration& configuration, bool transposed)
      : WholeOperator<Real>(inputs, transposed),
        host_(device.host),
        vectors_(device),
        chunks_(device, inputs, configuration, transposed,
                vector_bytes<Real>(inputs.data_points + inputs.grid_points)) {
    chunks_.tell_facts(chunks_.streamed_bytes());
  }

  void initialise(assay_queue* /*queue*/) override {}

 private:
  using Reals = sdk::Buffer<Real>;
  using Chunk = typename Chunks<Real>::Chunk;

  // The chunk's part of the vector that has an element for each data point.
  struct Ends {
    void bring(const Chunk& chunk, Reals& weights, assay_queue* queue) const {
      const sdk::Phase phase(host, "kernel");
      vectors.copy_part(points, chunk.first, chunk.points, weights, 0, queue);
    }
    void take(const Chunk& chunk, const Reals& values, assay_queue* queue) const {
      const sdk::Phase phase(host, "kernel");
      vectors.copy_part(values, 0, chunk.points, points, chunk.first, queue);
    }
    void finish(const Chunk& /*chunk*/, assay_queue* queue) const { host.wait(caller, queue); }

    const sdk::Host& host;
    const Vectors<Real>& vectors;
    const Reals& points;
    assay_queue* caller;
  };

  void do_apply(const Reals& coefficients, Reals& results, assay_queue* queue) override {
    const Reals& whole = this->transposed() ? results : coefficients;
    const Reals& points = this->transposed() ? coefficients : results;
    Ends ends{host_, vectors_, points, queue};
    for (std::size_t step = 0; step < chunks_.steps(); ++step) {
      chunks_.step(step, whole, queue, ends);
    }
  }

  sdk::Host host_;
  Vectors<Real> vectors_;
  Chunks<Real> chunks_;
};

// ---- tensors on the host -----------------------------------------------------------------------

// One device's part of the data points. All copies go through page-locked memory, because only such
// copies overlap with the host and the kernels.
template <class Real>
class DevicePart {
 public:
  using Chunk = typename Chunks<Real>::Chunk;

  DevicePart(const Device& device, const Inputs<Real>& inputs, const Configuration& configuration,
             bool transposed)
      : chunks(device, inputs, configuration, transposed, vector_bytes<Real>(inputs.grid_points)),
        host_(device.host),
        whole_(host_, inputs.grid_points),
        staged_whole_(host_, inputs.grid_points),
        staged_points_(host_, inputs.data_points) {}

  void upload(std::span<const Real> surpluses) {
    const sdk::Phase phase(host_, "upload");
    std::ranges::copy(surpluses, staged_whole_.begin());
    whole_.write_async({staged_whole_.data(), staged_whole_.size()});
  }
  // Processes a chunk of this device's data points; one of `weights` and `values` is empty.
  void step(std::size_t number, std::span<const Real> weights, std::span<Real> values) {
    Ends ends{host_, staged_points_, weights, values};
    chunks.step(number, whole_, nullptr, ends);
  }
  void download() {
    const sdk::Phase phase(host_, "download");
    whole_.read_async({staged_whole_.data(), staged_whole_.size()});
  }
  // The sums that download has copied.
  [[nodiscard]] std::span<const Real> sums() const {
    host_.finish();
    return {staged_whole_.data(), staged_whole_.size()};
  }

  Chunks<Real> chunks;

 private:
  struct Ends {
    void bring(const Chunk& chunk, sdk::Buffer<Real>& on_device, assay_queue* queue) {
      const sdk::Phase phase(host, "upload");
      const auto part = of(chunk);
      std::ranges::copy(weights.subspan(chunk.first, chunk.points), part.begin());
      on_device.write_async(part, 0, queue);
    }
    void take(const Chunk& chunk, const sdk::Buffer<Real>& on_device, assay_queue* queue) {
      const sdk::Phase phase(host, "download");
      on_device.read_async(of(chunk), 0, queue);
    }
    void finish(const Chunk& chunk, assay_queue* queue) {
      if (values.empty()) return;
      const sdk::Phase phase(host, "download");
      host.finish(queue);
      std::ranges::copy(of(chunk), values.subspan(chunk.first).begin());
    }
    [[nodiscard]] std::span<Real> of(const Chunk& chunk) {
      return {staged.data() + chunk.first, chunk.points};
    }

    const sdk::Host& host;
    sdk::HostArray<Real>& staged;
    std::span<const Real> weights;
    std::span<Real> values;
  };

  sdk::Host host_;
  sdk::Buffer<Real> whole_;  // surpluses or sums
  sdk::HostArray<Real> staged_whole_;
  sdk::HostArray<Real> staged_points_;
};

// Each device has a part of the data points and the whole grid. Surpluses go to all devices. Sums
// are added by the host: they are few, and copies between devices would only save an addition for
// each.
template <class Real>
class ChunkedTrial : public sdk::Trial {
 public:
  ChunkedTrial(const sdk::Task& task, assay_backend backend, bool transposed)
      : configuration_(task.configuration()), transposed_(transposed) {
    const Inputs<Real> inputs(task);
    coefficients_ = coefficients<Real>(task, transposed ? "weights" : "surpluses",
                                       transposed ? inputs.data_points : inputs.grid_points);
    results_ = result<Real>(task, transposed ? "sums" : "values",
                            transposed ? inputs.grid_points : inputs.data_points);
    const std::size_t devices = configuration_.size("devices");
    share_ = sdk::quotient_up(inputs.data_points, devices);
    double streamed = 0;
    for (std::size_t first = 0; first < inputs.data_points; first += share_) {
      const std::size_t points = std::min(share_, inputs.data_points - first);
      const auto data = inputs.data.subspan(first * inputs.dimensions, points * inputs.dimensions);
      const auto number = static_cast<std::uint32_t>(parts_.size());
      parts_.push_back(std::make_unique<DevicePart<Real>>(
          Device{task.host().sibling(number), backend}, Inputs<Real>(inputs.grid, data),
          configuration_, transposed));
      streamed += parts_.back()->chunks.streamed_bytes();
    }
    parts_.front()->chunks.tell_facts(streamed);
  }

  void run() override {
    if (!transposed_) {
      for (auto& part : parts_) part->upload(coefficients_);
    }
    // All devices are working before the host waits for the first.
    for (std::size_t step = 0; step < steps(); ++step) {
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (transposed_) {
          parts_[p]->step(step, share(coefficients_, p), {});
        } else {
          parts_[p]->step(step, {}, share(results_, p));
        }
      }
    }
    if (transposed_) add_up();
  }

 private:
  [[nodiscard]] std::size_t steps() const {
    std::size_t most = 0;
    for (const auto& part : parts_) most = std::max(most, part->chunks.steps());
    return most;
  }

  template <class T>
  [[nodiscard]] std::span<T> share(std::span<T> points, std::size_t part) const {
    return points.subspan(part * share_, std::min(share_, points.size() - part * share_));
  }

  void add_up() {
    for (auto& part : parts_) part->download();
    std::ranges::copy(parts_.front()->sums(), results_.begin());
    for (std::size_t p = 1; p < parts_.size(); ++p) {
      std::ranges::transform(results_, parts_[p]->sums(), results_.begin(), std::plus());
    }
  }

  Configuration configuration_;
  bool transposed_;
  std::span<const Real> coefficients_;
  std::span<Real> results_;
  std::size_t share_ = 0;  // data points of each device but the last, which may have fewer
  std::vector<std::unique_ptr<DevicePart<Real>>> parts_;
};

}  // namespace

ParameterSet ChunkedStreaming::parameters(assay_backend backend, bool transposed) {
  ParameterSet set = Streaming::parameters(backend, transposed);
  // The conditions of these constraints name parameters of the set, such as `form`, so that they
  // are added unchanged.
  const ParameterSet chunking = Chunking::parameters();
  set.parameters.insert(set.parameters.end(), chunking.parameters.begin(),
                        chunking.parameters.end());
  set.constraints.insert(set.constraints.end(), chunking.constraints.begin(),
                         chunking.constraints.end());
  return set;
}

template <class Real>
std::unique_ptr<Operator<Real>> ChunkedStreaming::create(const Device& device,
                                                         const Inputs<Real>& inputs,
                                                         const Configuration& configuration,
                                                         bool transposed) {
  if (Chunking(configuration).whole()) {
    return Streaming::create(device, inputs, configuration, transposed);
  }
  return std::make_unique<ChunkedOperator<Real>>(device, inputs, configuration, transposed);
}
template std::unique_ptr<Operator<float>> ChunkedStreaming::create(const Device&,
                                                                   const Inputs<float>&,
                                                                   const Configuration&, bool);
template std::unique_ptr<Operator<double>> ChunkedStreaming::create(const Device&,
                                                                    const Inputs<double>&,
                                                                    const Configuration&, bool);

ParameterSet ChunkedStreaming::trial_parameters() {
  ParameterSet set;
  set.parameters = {{"devices", "Devices of the same kind among which the data points are split.",
                     sdk::powers_of_two(1, 8), 1}};
  set.constraints = {
      {"devices <= same_devices", "the machine does not have as many devices of this kind"}};
  return set;
}

template <class Real>
std::unique_ptr<sdk::Trial> ChunkedStreaming::create_trial(const sdk::Task& task,
                                                           assay_backend backend, bool transposed) {
  const Configuration configuration(task.configuration());
  if (Chunking(configuration).whole() && configuration.size("devices") == 1) return nullptr;
  return std::make_unique<ChunkedTrial<Real>>(task, backend, transposed);
}
template std::unique_ptr<sdk::Trial> ChunkedStreaming::create_trial<float>(const sdk::Task&,
                                                                           assay_backend, bool);
template std::unique_ptr<sdk::Trial> ChunkedStreaming::create_trial<double>(const sdk::Task&,
                                                                            assay_backend, bool);

}  // namespace sparse_grid::accelerator
