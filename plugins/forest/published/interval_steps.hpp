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

// Neighbouring draws in the bootstrap of one tree of the batch.
struct BootstrapPart {
  std::size_t slot;  // the tree's index in the batch
  std::uint32_t begin;
  std::uint32_t count;
};

// The findings of a queue about its interval: result_t of kernels/forest/fine_grained.kernel.
struct StepResult {
  std::uint32_t attribute;  // the attribute of the best split; UINT32_MAX: no split
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t left_draws;
  std::uint32_t most;   // draws of the most frequent label
  std::uint32_t label;  // the lowest label with that many draws
};

class IntervalSteps {
 public:
  // The bytes of device memory that a queue needs, and that a tree needs in each of two buffers.
  static std::size_t queue_bytes(std::uint32_t draws) { return 8 * std::size_t{draws} + 64; }
  static std::size_t tree_bytes(std::uint32_t draws) { return 4 * std::size_t{draws}; }
  static assay::sdk::Program build(const Device& device, const Shape& shape);

  // Borrows the data and the ledger, which counts all later launches, copies and waits. With
  // `has_phases`, each step is a phase of its own: "draw", "load", "sort", "gain", "label", "part".
  IntervalSteps(const Device& device, const Shape& shape, const DeviceData& data,
                const TrainingData& samples, const Settings& settings, std::size_t trees,
                std::size_t queues, bool has_phases, Ledger& ledger);

  [[nodiscard]] std::size_t queues() const { return queues_.size(); }
  // Draws the bootstraps of `trees` trees from first_tree on, into slots from 0.
  void draw_bootstraps(std::uint32_t first_tree, std::size_t trees);
  // Orders all work enqueued later, in any queue, after all work enqueued before.
  void order();
  // Loads and sorts the attribute's values and finds its best split. Keeps the better one of that
  // and the queue's earlier result, which is dropped if `is_first`.
  void try_attribute(std::size_t queue, const BootstrapPart& part, std::uint32_t attribute,
                     bool is_first);
  void find_label(std::size_t queue, const BootstrapPart& part);
  // Waits for all queues and returns the results of the first `count`.
  std::span<const StepResult> results(std::size_t count);
  void part(std::size_t queue, const BootstrapPart& part, const StepResult& split);

 private:
  [[nodiscard]] std::uint64_t first_of(const BootstrapPart& part) const {
    return std::uint64_t{part.slot} * draws_ + part.begin;
  }
  [[nodiscard]] std::uint64_t room_of(std::size_t queue) const {
    return std::uint64_t{queue} * draws_;
  }
  // Launches a kernel; `step` names the phase if each step has its own.
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
