// Work that a trial enqueues repeatedly in the same way, as one launch if the device supports it.
#pragma once

#include <functional>
#include <utility>

#include "assay/host.hpp"

namespace assay::sdk {

using GraphHandle = Handle<assay_graph, &assay_host::graph_destroy>;

// The way a Graph repeats its work, which a parameter of a variant may decide.
enum class Replay {
  // Recorded at once, before it has ever run.
  recorded,
  // Run once and waited for, then recorded: for work that calls a library, which may load code at
  // the first call but cannot do so while a graph is recorded.
  recorded_when_loaded,
  // Enqueued anew at every launch.
  called
};

// Work that is recorded once and launched as a whole. Worthwhile if kernels are so short that the
// host cannot enqueue them as fast as the device runs them.
//
//   graph_ = Graph(host_, [this] { for (const auto& kernel : kernels_) kernel.launch(...); });
//   void run() override { graph_.launch(); }
class Graph {
 public:
  Graph() = default;
  // `work` enqueues on the default queue, or on queues that wait for the default queue and for
  // which the default queue waits in the end; see graph_begin in plugin.h for what else it may do.
  // If the device or the host has no graphs, `work` is kept and called at every launch.
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
  // Returns false if the device has no graphs.
  static bool begin(const Host& host) {
    const assay_status status = host.table().graph_begin(host.context());
    if (status != ASSAY_UNSUPPORTED) Host::require(status);
    return status == ASSAY_OK;
  }

  std::function<void()> work_;
  GraphHandle graph_;
};

}  // namespace assay::sdk
