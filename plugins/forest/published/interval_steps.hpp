// The steps of Haas's Algorithm 5.3.1 as launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/published/device_data.hpp"
#include "forest/published/ledger.hpp"
#include "forest/published/shape.hpp"

namespace forest::published {

// Neighbouring draws in the bootstrap of a tree of the batch.
struct BootstrapPart {
  std::size_t slot;  // of the tree
  std::uint32_t begin;
  std::uint32_t count;
};

// What a queue has found out about its interval: result_t of kernels/forest/fine_grained.kernel.
struct StepResult {
  std::uint32_t attribute;  // of the best split; UINT32_MAX: there is none
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t left_draws;
  std::uint32_t most;   // draws of a label
  std::uint32_t label;  // the lowest that has so many
};

class IntervalSteps {
 public:
  // Bytes in the device's memory for a queue, and for a tree in each of two buffers.
  static std::size_t queue_bytes(std::uint32_t draws) { return 8 * std::size_t{draws} + 64; }
  static std::size_t tree_bytes(std::uint32_t draws) { return 4 * std::size_t{draws}; }
  static assay::sdk::Program build(const Device& device, const Shape& shape);

  // Borrows the data and the ledger, which counts all that follows. `has_phases`: each step is a
  // phase of its own: "draw", "load", "sort", "gain", "label", "part".
  IntervalSteps(const Device& device, const Shape& shape, const DeviceData& data,
                const TrainingData& samples, const Settings& settings, std::size_t trees,
                std::size_t queues, bool has_phases, Ledger& ledger);

  [[nodiscard]] std::size_t queues() const { return queues_.size(); }
  // Trees first_tree and on, into slots from 0.
  void draw_bootstraps(std::uint32_t first_tree, std::size_t trees);
  // What is enqueued from now on comes after all that was enqueued before, in any queue.
  void order();
  // Load, sort, best gain: the result is the better one of this attribute's and, unless it is the
  // first, of those before.
  void try_attribute(std::size_t queue, const BootstrapPart& part, std::uint32_t attribute,
                     bool is_first);
  void find_label(std::size_t queue, const BootstrapPart& part);
  // Waits for all queues; the results of the first `count`.
  std::span<const StepResult> results(std::size_t count);
  void part(std::size_t queue, const BootstrapPart& part, const StepResult& split);

 private:
  [[nodiscard]] std::uint64_t first_of(const BootstrapPart& part) const {
    return std::uint64_t{part.slot} * draws_ + part.begin;
  }
  [[nodiscard]] std::uint64_t room_of(std::size_t queue) const {
    return std::uint64_t{queue} * draws_;
  }
  // `step` names the phase, where each has its own.
  template <class... Arguments>
  void launch(const char* step, const assay::sdk::Kernel& kernel, std::size_t queue,
              std::size_t groups, const Arguments&... arguments);

  Device device_;
  Shape shape_;
  const DeviceData& data_;
  TrainingData samples_;
  Settings settings_;
  std::uint32_t draws_;
  bool has_phases_;
  Ledger& ledger_;
  assay::sdk::Kernel draw_bootstraps_;
  assay::sdk::Kernel load_values_;
  assay::sdk::Kernel sort_values_;
  assay::sdk::Kernel best_gain_;
  assay::sdk::Kernel prevalent_label_;
  assay::sdk::Kernel part_bootstrap_;
  assay::sdk::Buffer<std::uint32_t> rows_;    // [trees, draws]
  assay::sdk::Buffer<std::uint32_t> tags_;    // [trees, draws]
  assay::sdk::Buffer<std::uint32_t> keys_;    // [queues, draws]
  assay::sdk::Buffer<std::uint32_t> others_;  // [queues, draws]
  assay::sdk::Buffer<std::uint64_t> best_;    // [queues] candidates of up to 32 bytes
  assay::sdk::Buffer<StepResult> results_;    // [queues]
  assay::sdk::HostArray<StepResult> results_on_host_;
  std::vector<assay::sdk::Queue> queues_;
};

}  // namespace forest::published
