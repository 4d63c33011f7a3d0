#pragma once

#include <memory>
#include <string>

#include "framework/device/queue.hpp"

namespace assay::device {

// A recording of enqueued work that can be launched as a whole any number of times.
class Graph {
 public:
  virtual ~Graph() = default;
};

// The capability of recording graphs.
class Graphs {
 public:
  // Records a graph. Work enqueued between begin_graph() and end_graph() on the default queue, and
  // on queues that wait for it, does not run but becomes the graph. The default queue must wait for
  // those queues before end_graph(). Until then, calls that wait for the device or create buffers
  // are ASSAY_INVALID, and finish() also gives up the recording.
  virtual void begin_graph() = 0;
  virtual std::unique_ptr<Graph> end_graph() = 0;
  // Enqueues all work of the graph; timed as one piece of work.
  virtual void launch_graph(Queue* queue, Graph& graph) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~Graphs() = default;
};

}  // namespace assay::device
