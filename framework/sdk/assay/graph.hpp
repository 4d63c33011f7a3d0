// Work that a trial enqueues again and again in the same way, as one launch where the device can.
#pragma once

#include <functional>
#include <utility>

#include "assay/host.hpp"

namespace assay::sdk {

using GraphHandle = Handle<assay_graph, &assay_host::graph_destroy>;

// How a Graph repeats its work: what a variant's parameter may decide.
enum class Replay {
  // Recorded at once, before it ever ran.
  recorded,
  // Done once and waited for, then recorded: for work that calls a library, which may load code at
  // the first call and cannot while a graph is recorded.
  recorded_when_loaded,
  // Enqueued anew at every launch.
  called
};

// Worth its while where kernels are so short that the host cannot enqueue them as fast as the
// device runs them.
//
//   graph_ = Graph(host_, [this] { for (const auto& kernel : kernels_) kernel.launch(...); });
//   void run() override { graph_.launch(); }
class Graph {
 public:
  Graph() = default;
  // `work` enqueues on the default queue, or on queues that wait for it and are waited for by it in
  // the end; see graph_begin of plugin.h for what else it may do. Where the device or the host has
  // no graphs it is kept and called at every launch.
  Graph(const Host& host, std::function<void()> work, Replay replay = Replay::recorded)
      : work_(std::move(work)) {
    if (replay == Replay::called) return;
    if (replay == Replay::recorded_when_loaded) {
      work_();
      host.finish();
    }
    if (!begin(host)) return;
    assay_graph* graph = nullptr;
    try {
      work_();
    } catch (...) {  // nobody else ends the recording
      if (host.table().graph_end(host.context(), &graph) == ASSAY_OK) GraphHandle(host, graph);
      throw;
    }
    Host::require(host.table().graph_end(host.context(), &graph));
    graph_ = {host, graph};
  }

  // Enqueues the work.
  void launch() const {
    if (!is_recorded()) return work_();
    const Host& host = graph_.host();
    Host::require(host.table().graph_launch(host.context(), nullptr, graph_.get()));
  }
  [[nodiscard]] bool is_recorded() const { return graph_.get() != nullptr; }

 private:
  // False where the device has no graphs.
  static bool begin(const Host& host) {
    const assay_status status = host.table().graph_begin(host.context());
    if (status != ASSAY_UNSUPPORTED) Host::require(status);
    return status == ASSAY_OK;
  }

  std::function<void()> work_;
  GraphHandle graph_;
};

}  // namespace assay::sdk
