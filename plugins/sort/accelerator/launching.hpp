// Launches arrays in batches, and batches in queues; the launches may be recorded and replayed.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "assay/plugin.hpp"
#include "sort/accelerator/batches.hpp"
#include "sort/accelerator/parameter_set.hpp"

namespace sorting::accelerator {

class Launching {
 public:
  // Enqueues the launches that sort a batch, and returns their number.
  using Sort = std::function<std::size_t(const Batch&, assay_queue*)>;

  // The largest value of the parameter "queues".
  static constexpr std::uint32_t most_queues = 128;
  // Adds the parameters arrays_per_launch, queues and, for CUDA, graph.
  static void add_parameters(ParameterSet& set, assay_backend backend);

  Launching(const assay::sdk::Host& host, const assay::sdk::Task& task, Sort sort);
  Launching(const Launching&) = delete;
  Launching& operator=(const Launching&) = delete;

  // Enqueues all batches; work enqueued later on the default queue comes after them.
  void enqueue() { graph_.launch(); }
  // The number of launches of the last call, or of the recording.
  [[nodiscard]] std::size_t launches() const { return launches_; }

 private:
  void enqueue_batches();

  assay::sdk::Host host_;
  std::vector<Batch> batches_;
  Sort sort_;
  std::vector<assay::sdk::Queue> queues_;  // empty: the default queue
  assay::sdk::Graph graph_;                // records enqueue_batches()
  std::size_t launches_ = 0;
};

}  // namespace sorting::accelerator
