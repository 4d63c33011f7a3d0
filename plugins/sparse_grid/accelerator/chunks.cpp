#include "sparse_grid/accelerator/chunks.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "sparse_grid/accelerator/streaming.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

// The share of a device's memory that buffers may occupy: the rest is for the driver, code, and the
// overhead of buffers.
constexpr double usable_share = 0.9;

bool is_list(const Configuration& configuration) {
  return configuration.text("form") != "factored";
}

// The data points [first, first + points) of a data set.
template <class Real>
std::span<const Real> slice(const Inputs<Real>& inputs, std::size_t first, std::size_t points) {
  return inputs.data.subspan(first * inputs.dimensions, points * inputs.dimensions);
}

}  // namespace

Chunking::Chunking(const Configuration& configuration)
    : from_host(configuration.text("data_residence") == "host"),
      chunks(configuration.size("chunks")),
      streams(from_host && configuration.text("schedule") == "resident"
                  ? configuration.size("streams")
                  : 0) {}

ParameterSet Chunking::parameters() {
  ParameterSet set;
  set.parameters = {
      {"data_residence",
       "Where the data points are kept: on the device, or in page-locked host memory, from which "
       "they stream through the device in every run.",
       {"device", "host"},
       "device",
       "form != 'factored'"},
      {"chunks",
       "Parts of the data set, each with a queue for its copies and kernels.",
       {1, 4, 10, 16, 32, 64},
       1,
       "form != 'factored'"},
      {"schedule",
       "all-queued: all chunks at once. resident: the chunks go through a few streams in turn, so "
       "that never more than these are on the device, however large the data set is.",
       {"all-queued", "resident"},
       "all-queued",
       "data_residence == 'host' and chunks > 1"},
      {"streams", "Chunks on the device at a time.", {2, 3, 4}, 2, "schedule == 'resident'"}};
  set.constraints = {{"schedule != 'resident' or streams < chunks",
                      "with as many streams as chunks, use the schedule all-queued"}};
  return set;
}

template <class Real>
Chunks<Real>::Chunks(const Device& device, const Inputs<Real>& inputs,
                     const Configuration& configuration, bool transposed, double vector_bytes)
    : device_{device.host, device.backend}, transposed_(transposed), vectors_(device_) {
  const Chunking chunking(configuration);
  cut(inputs, chunk_points(inputs, configuration, chunking, vector_bytes));
  const auto at = [&](const Chunk& chunk) { return slice(inputs, chunk.first, chunk.points); };
  const Chunk& largest = chunks_.front();
  const Inputs<Real> first(inputs.grid, at(largest));
  if (!is_list(configuration)) {
    add_slot(Streaming::create<Real>(device, first, configuration, transposed), nullptr,
             largest.points, inputs.grid_points);
    return;
  }
  auto list = create_list(device, first, configuration, transposed);
  if (chunking.from_host) {
    for (Chunk& chunk : chunks_) chunk.data = list->lay_out(at(chunk));
  }
  const std::size_t slots =
      chunking.streams == 0 ? chunks_.size() : std::min(chunking.streams, chunks_.size());
  for (std::size_t s = 0; s < slots; ++s) {
    auto product = s + 1 < slots ? list->with_data(at(chunks_[s + 1])) : nullptr;
    ListOperator<Real>* const exchangeable = chunking.from_host ? list.get() : nullptr;
    add_slot(std::exchange(list, std::move(product)), exchangeable, chunks_[s].points,
             inputs.grid_points);
  }
}

// The number of data points of each chunk but the last, which may have fewer.
template <class Real>
std::size_t Chunks<Real>::chunk_points(const Inputs<Real>& inputs,
                                       const Configuration& configuration, const Chunking& chunking,
                                       double vector_bytes) const {
  if (!is_list(configuration)) return inputs.data_points;
  const std::size_t group = list_group(configuration, device_.backend, transposed_);
  const auto memory_of = [&](std::size_t points) {
    return list_memory<Real>(Shapes{inputs.dimensions, points, inputs.grid_points}, configuration,
                             device_.backend, transposed_);
  };
  // The memory without data points: what the slots share, and for B v the sums, of which each slot
  // has its own.
  const double shared = memory_of(0).total;
  const double sums = transposed_ ? static_cast<double>(inputs.grid_points * sizeof(Real)) : 0;
  const auto needed = [&](std::size_t groups) {
    const std::size_t points = groups * group;
    const std::size_t chunks = sdk::quotient_up(inputs.data_points, points);
    const std::size_t slots = chunking.streams == 0 ? chunks : std::min(chunking.streams, chunks);
    MemoryNeed memory = memory_of(points);
    memory.total =
        vector_bytes + shared + static_cast<double>(slots) * (memory.total - shared + sums);
    return memory;
  };
  const auto fits = [&](std::size_t groups) {
    const MemoryNeed memory = needed(groups);
    return memory.largest <= device_.host.device_fact("max_allocation_bytes") &&
           memory.total <= usable_share * device_.host.device_fact("global_memory_bytes");
  };
  std::size_t groups = sdk::quotient_up(inputs.data_points, chunking.chunks * group);
  if (chunking.streams > 0) {
    while (groups > 1 && !fits(groups)) groups -= (groups + 15) / 16;
  }
  require_device_memory(device_, needed(groups));
  return groups * group;
}

template <class Real>
void Chunks<Real>::cut(const Inputs<Real>& inputs, std::size_t points) {
  for (std::size_t first = 0; first < inputs.data_points; first += points) {
    chunks_.push_back({first, std::min(points, inputs.data_points - first), {}});
  }
}

template <class Real>
void Chunks<Real>::add_slot(std::unique_ptr<Operator<Real>> product,
                            ListOperator<Real>* exchangeable, std::size_t points,
                            std::size_t grid_points) {
  const auto& host = device_.host;
  slots_.push_back({std::move(product),
                    exchangeable,
                    sdk::create_queue(host),
                    {host, points},
                    transposed_ ? Reals(host, grid_points) : Reals()});
}

template <class Real>
double Chunks<Real>::streamed_bytes() const {
  double bytes = 0;
  for (const Chunk& chunk : chunks_) bytes += static_cast<double>(chunk.data.size() * sizeof(Real));
  return bytes;
}

template <class Real>
void Chunks<Real>::tell_facts(double all_streamed_bytes) const {
  const auto& host = device_.host;
  host.trial_fact("chunks", static_cast<double>(chunks_.size()));
  host.trial_fact("chunk_points", static_cast<double>(chunks_.front().points));
  host.trial_fact("resident_chunks", static_cast<double>(slots_.size()));
  host.trial_fact("streamed_bytes", all_streamed_bytes, "B");
}

template class Chunks<float>;
template class Chunks<double>;

}  // namespace sparse_grid::accelerator
