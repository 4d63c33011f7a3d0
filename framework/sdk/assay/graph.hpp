// Work that a trial enqueues again and again in the same way, as one launch where the device can.
#pragma once

#include <functional>
#include <utility>

#include "assay/host.hpp"

namespace assay::sdk {

using GraphHandle = Handle<assay_graph, &assay_host::graph_destroy>;

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
  Graph(const Host& host, std::function<void()> work) : work_(std::move(work)) {
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
  static bool begin(const Host& host) {
    if (!host.has(&assay_host::graph_begin)) return false;
    const assay_status status = host.table().graph_begin(host.context());
    if (status != ASSAY_UNSUPPORTED) Host::require(status);
    return status == ASSAY_OK;
  }

  std::function<void()> work_;
  GraphHandle graph_;
};

}  // namespace assay::sdk
